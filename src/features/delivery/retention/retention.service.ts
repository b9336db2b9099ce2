// How long emails are kept: the record with its history for MAIL_RETENTION_DAYS, what they said for
// CONTENT_RETENTION_DAYS. Both go by whole months, which are dropped as tables.
import type { Database, Db } from '../../../platform/db/client.ts'
import { deleteCounterMonth } from '../../../platform/db/counters.ts'
import { dropMonths, firstOfMonth } from '../../../platform/db/months.ts'
import type { MonthlyTable } from '../../../platform/db/months.ts'
import type { Log } from '../../../platform/log/log.ts'
import { CONTENT_TABLES, RECORD_TABLES } from './retention.months.ts'
import {
  deleteUnusedBlobs,
  deleteUnusedContents,
  eraseUnusedBodies,
  findOldestWaiting,
  noteContentsInUse,
} from './retention.queries.ts'

const DAY_MS = 86_400_000

type Kept = { keptDays: number; now: Date }

/** The first day of the oldest month that is kept. */
export const keptFrom = ({ keptDays, now }: Kept): Date =>
  firstOfMonth(new Date(now.getTime() - keptDays * DAY_MS))

/** The same, but never later than the month of an email that still waits: its history is there from the beginning. */
export async function emailsKeptFrom(db: Db, kept: Kept): Promise<Date> {
  const oldest = await findOldestWaiting(db)
  const from = keptFrom(kept)
  return oldest && oldest < from ? firstOfMonth(oldest) : from
}

type Dropping = Kept & { log: Log }

/** Drops the months of emails that are older than is kept, with their totals. The names of the months. */
export async function dropOldEmails(database: Database, { log, ...kept }: Dropping): Promise<string[]> {
  const months = await dropOldMonths(database, { tables: RECORD_TABLES, log, ...kept })
  for (const month of months) {
    await deleteCounterMonth(database.db, { counters: ['emails', 'email_tags'], month })
  }
  return months
}

export async function dropOldMonths(
  { db, pool }: Database,
  { tables, log, ...kept }: Dropping & { tables: readonly MonthlyTable[] },
): Promise<string[]> {
  return dropMonthsBefore(pool, { tables, log, from: await emailsKeptFrom(db, kept) })
}

type Before = { tables: readonly MonthlyTable[]; from: Date; log: Log }

async function dropMonthsBefore(pool: Database['pool'], { tables, from, log }: Before): Promise<string[]> {
  const months = new Set<string>()
  for (const { name } of tables) {
    for (const month of await dropMonths(pool, { table: name, keptFrom: from, log })) months.add(month)
  }
  return [...months]
}

// A use is noted once a day (accept.queries.ts), so the last one may have been a day later than it says.
const NOTED_EVERY_MS = DAY_MS

type Erasing = { contentDays: number; recordDays: number; now: Date; log: Log; signal: AbortSignal }

/** Erases what emails said, once it is older than is kept. Can be ended at any time and goes on where it was. */
export async function eraseOldContents(
  database: Database,
  { contentDays, recordDays, now, log, signal }: Erasing,
): Promise<void> {
  const { db, pool } = database
  await dropMonthsBefore(pool, {
    tables: CONTENT_TABLES,
    log,
    from: keptFrom({ keptDays: contentDays, now }),
  })
  await noteContentsInUse(db, { notedBefore: new Date(now.getTime() - NOTED_EVERY_MS), now })
  const before = (keptDays: number) => new Date(keptFrom({ keptDays, now }).getTime() - NOTED_EVERY_MS)
  const unusedSince = before(contentDays)
  while (!signal.aborted && (await eraseUnusedBodies(db, { unusedSince, now })));
  await deleteUnusedBlobs(db, { unusedSince })
  while (!signal.aborted && (await deleteUnusedContents(db, { unusedSince: before(recordDays) })));
}
