import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { lastDays, localDay } from '../../../platform/time/local-day.ts'
import { findProject } from '../../projects/index.ts'
import { findForm } from '../forms.queries.ts'
import type { FormRef } from '../forms.queries.ts'
import { requireForm } from '../forms.service.ts'
import { FORM_COUNTS } from '../forms.values.ts'
import type { FormCount } from '../forms.values.ts'
import { deleteOldCounts, readFormCounts } from './form-statistics.queries.ts'
import { KEPT_DAYS } from './form-statistics.schema.ts'
import type { FormStatistics } from './form-statistics.schema.ts'

const DAY_MS = 86_400_000

/** @throws AppError if there is no such form */
export async function readFormStatistics(
  db: Db | Trx,
  { days, now, ...ref }: FormRef & { days: number; now: Date },
): Promise<z.input<typeof FormStatistics>> {
  requireForm(await findForm(db, ref))
  const project = await findProject(db, ref)
  const timezone = project?.timezone ?? 'UTC'
  const counts = await readFormCounts(db, ref)
  const countsOf = (prefix: string) =>
    Object.fromEntries(FORM_COUNTS.map((count) => [count, counts.get(`${prefix}${count}`) ?? 0])) as Record<
      FormCount,
      number
    >
  return {
    timezone,
    total: countsOf(''),
    days: lastDays(days, { now, timezone }).map((day) => ({ day, ...countsOf(`${day} `) })),
  }
}

/** For a job: deletes counts that nobody reads any more. */
export const tidyStatistics = (db: Db, now: Date): Promise<void> =>
  deleteOldCounts(db, { oldest: localDay(new Date(now.getTime() - (KEPT_DAYS + 1) * DAY_MS), 'UTC') })
