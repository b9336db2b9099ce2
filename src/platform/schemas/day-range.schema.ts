// The days of a report as a caller asks for them. `dayRangeOf` fills in a day that is left out.
import { z } from 'zod'

/** 13 months: a month can be compared with that of the year before. */
export const MOST_DAYS = 400
const DAY_MS = 86_400_000

export type DayRangeQuery = { from?: string | undefined; to?: string | undefined }

const Day = z.iso.date('must be a day, such as 2026-05-01')

/** @param zone whose days they are, such as "UTC" */
export const dayRangeFields = (zone: string) => ({
  from: Day.optional().describe(`The first day, in ${zone}. Default: 29 days before \`to\`.`),
  to: Day.optional().describe('The last day. Default: today, or the last that is in reach of `from`.'),
})

const isInOrder = ({ from, to }: DayRangeQuery): boolean =>
  from === undefined || to === undefined || from <= to
const isShort = ({ from, to }: DayRangeQuery): boolean =>
  from === undefined || to === undefined || Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS

/** For a schema with these fields. */
export const inDayRange = <Schema extends z.ZodType<DayRangeQuery>>(schema: Schema): Schema =>
  schema
    .refine(isInOrder, { path: ['to'], message: 'must not be before `from`' })
    .refine(isShort, { path: ['from'], message: `must be at most ${MOST_DAYS - 1} days before \`to\`` })
