export const SETTINGS_TABS = ['project', 'members', 'audit', 'account', 'instance'] as const
