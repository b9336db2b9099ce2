export const VERIFY_TABS = ['one', 'many'] as const
