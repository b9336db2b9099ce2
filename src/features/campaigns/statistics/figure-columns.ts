// The figures of a campaign as columns of a CSV file.
import type { CampaignStatsRow } from '../campaigns.queries.ts'
import { figures } from './figures.schema.ts'

type Figure = keyof typeof figures
type Stats = CampaignStatsRow['stats'] | undefined
type Columns<Row> = Record<string, (row: Row) => unknown>

/** Empty cells for campaigns that have not started, and for the goal of those that have none. */
export const figureColumns = <Row>(statsOf: (row: Row) => Stats): Columns<Row> => ({
  ...Object.fromEntries(
    (Object.keys(figures) as Figure[]).map((figure) => [figure, (row: Row) => statsOf(row)?.[figure]]),
  ),
  goal: (row) => statsOf(row)?.goal?.event,
  conversions: (row) => statsOf(row)?.goal?.conversions,
  conversionRate: (row) => statsOf(row)?.goal?.conversionRate,
  goalEvents: (row) => statsOf(row)?.goal?.goalEvents,
  goalValue: (row) => statsOf(row)?.goal?.goalValue,
})
