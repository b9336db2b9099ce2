// Keeps the record of emails with its history for MAIL_RETENTION_DAYS and their contents for CONTENT_RETENTION_DAYS.
// Whole months are dropped as tables.
import type { Database, Db } from '../../../platform/db/client.ts'
import { deleteCounterMonth } from '../../../platform/db/counters.ts'
import { dropMonths, firstOfMonth } from '../../../platform/db/months.ts'
import type { MonthlyTable } from '../../../platform/db/months.ts'
import type { EmailId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log/log.ts'
import { dueAt } from '../queue/retry-schedule.ts'
import { CONTENT_TABLES, RECORD_TABLES } from './retention.months.ts'
import {
  deleteUnusedBlobs,
  deleteUnusedContents,
  eraseUnusedBodies,
  findOldestWaiting,
  markContentsUsed,
} from './retention.queries.ts'

const DAY_MS = 86_400_000

type Retention = { keptDays: number; now: Date }

/** The first day of the oldest month to keep. */
const keptFrom = ({ keptDays, now }: Retention): Date =>
  firstOfMonth(new Date(now.getTime() - keptDays * DAY_MS))

/** keptFrom, but never later than the month of an email that still waits, so that its history stays complete. */
export async function emailsKeptFrom(db: Db, retention: Retention): Promise<Date> {
  const oldest = await findOldestWaiting(db)
  const from = keptFrom(retention)
  return oldest && oldest < from ? firstOfMonth(oldest) : from
}

type EmailAge = { id: EmailId; scheduled_for: Date | null; sent_at: Date | null; is_ended: boolean }

/** False once the content of the email may have been dropped. An ended email has ended when it was sent or due, or later. */
export const isContentKept = (email: EmailAge, retention: Retention): boolean =>
  !email.is_ended || (email.sent_at ?? dueAt(email)) >= keptFrom(retention)

type DropOptions = Retention & { log: Log }

/** Drops expired months of emails with their totals, and returns the names of the months. */
export async function dropOldEmails(
  database: Database,
  { log, ...retention }: DropOptions,
): Promise<string[]> {
  const months = await dropOldMonths(database, { tables: RECORD_TABLES, log, ...retention })
  for (const month of months) {
    await deleteCounterMonth(database.db, { counters: ['emails', 'email_tags'], month })
  }
  return months
}

export async function dropOldMonths(
  { db, pool }: Database,
  { tables, log, ...retention }: DropOptions & { tables: readonly MonthlyTable[] },
): Promise<string[]> {
  return dropMonthsBefore(pool, { tables, log, from: await emailsKeptFrom(db, retention) })
}

type MonthDrop = { tables: readonly MonthlyTable[]; from: Date; log: Log }

async function dropMonthsBefore(pool: Database['pool'], { tables, from, log }: MonthDrop): Promise<string[]> {
  const months = new Set<string>()
  for (const { name, hasObjects } of tables) {
    const dropped = await dropMonths(pool, { table: name, hasObjects, keptFrom: from, log })
    for (const month of dropped) months.add(month)
  }
  return [...months]
}

// The time of use is stored once a day (accept.queries.ts), so the last use may have been a day later.
const NOTED_EVERY_MS = DAY_MS

type ContentErasure = { contentDays: number; recordDays: number; now: Date; log: Log; signal: AbortSignal }

/** Erases expired contents. Safe to stop and run again at any time. */
export async function eraseOldContents(
  database: Database,
  { contentDays, recordDays, now, log, signal }: ContentErasure,
): Promise<void> {
  const { db, pool } = database
  await dropMonthsBefore(pool, {
    tables: CONTENT_TABLES,
    log,
    from: keptFrom({ keptDays: contentDays, now }),
  })
  await markContentsUsed(db, { notedBefore: new Date(now.getTime() - NOTED_EVERY_MS), now })
  const before = (keptDays: number) => new Date(keptFrom({ keptDays, now }).getTime() - NOTED_EVERY_MS)
  const unusedSince = before(contentDays)
  while (!signal.aborted && (await eraseUnusedBodies(db, { unusedSince, now })));
  await deleteUnusedBlobs(db, { unusedSince })
  while (!signal.aborted && (await deleteUnusedContents(db, { unusedSince: before(recordDays) })));
}
