// Values that addresses may hold; apart from what shows them, which is loaded with its page.
export const TABS = ['build', 'simulate', 'executions', 'versions'] as const
export type Tab = (typeof TABS)[number]
