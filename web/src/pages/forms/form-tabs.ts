export const FORM_TABS = ['edit', 'share', 'submissions'] as const

export const PERIODS = ['month', 'quarter', 'year'] as const
