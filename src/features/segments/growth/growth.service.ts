// The growth of segments: one number per day, from existing counts. Nothing is counted for it.
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { dayAfter } from '../../../platform/time/days.ts'
import { utcDay } from '../../../platform/time/local-day.ts'
import { findSegment } from '../segments.queries.ts'
import type { SegmentRef } from '../segments.queries.ts'
import { listProjectsWithSegments, listSizes, recordSizes } from './growth.queries.ts'
import type { Day, Size } from './growth.queries.ts'

// A year and some weeks, so that a month can be compared with that of the year before.
const KEPT_DAYS = 400

const daysBefore = (at: Date, days: number): Day => dayAfter(utcDay(at), -days)

type Tools = Pick<Deps, 'clock'> & { db: Db; signal: AbortSignal }

/** Records today's sizes, project by project. Idempotent. */
export async function measureSegments({ db, clock, signal }: Tools): Promise<void> {
  const now = clock.now()
  for (const projectId of await listProjectsWithSegments(db)) {
    if (signal.aborted) return
    await recordSizes(db, { projectId, day: utcDay(now), oldest: daysBefore(now, KEPT_DAYS) })
  }
}

/** @throws AppError if there is no such segment */
export async function readGrowth(
  db: Db | Trx,
  { days, now, ...ref }: SegmentRef & { days: number; now: Date },
): Promise<Size[]> {
  if (!(await findSegment(db, ref))) throw new AppError('SEGMENT_NOT_FOUND')
  return listSizes(db, { ...ref, from: daysBefore(now, days - 1) })
}
