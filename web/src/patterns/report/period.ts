/** In days. */
export const PERIODS = ['7', '30', '90', '365'] as const
export type Period = (typeof PERIODS)[number]

export const DEFAULT_PERIOD: Period = '30'

const DAY_MS = 86_400_000

/** The first day of a period that ends today, in UTC. The server has the days of the project, which may be a day ahead or behind. */
export const firstDayOf = (days: Period): string =>
  new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
