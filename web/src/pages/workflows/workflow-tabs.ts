// Values of the URL, in a file without React: the page itself is loaded lazily.
export const TABS = ['build', 'simulate', 'executions', 'results', 'versions'] as const
export type Tab = (typeof TABS)[number]
