export const FORM_TABS = ['edit', 'share', 'submissions'] as const

/** In days. */
export const PERIODS = ['30', '90', '365'] as const
