// Folds what results have appended: replies into the days of their projects, and old hours of the counter into days. Each
// step is one transaction that deletes what it has added, so a crash loses nothing and counts nothing twice; two nodes fold different
// rows, or wait for each other.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db } from '../../../platform/db/client.ts'
import { dayAfter } from '../../../platform/time/days.ts'
import { localDay, localDayOfHour } from '../../../platform/time/local-day.ts'
import { addReplies, lockReplies, takeReplyNotes } from './fold-replies.queries.ts'
import { deleteOldBrakes } from './brakes.queries.ts'
import { deleteOldReplies, deleteOldStandings, foldHours, listHoursToFold } from './fold-standings.queries.ts'
import { KEPT_DAYS } from './reputation.values.ts'

// Some tenths of a second.
const BATCH = 10_000

export async function foldReplies(
  db: Db,
  { signal, batch = BATCH }: { signal: AbortSignal; batch?: number },
): Promise<void> {
  while (!signal.aborted && (await foldBatch(db, batch)) === batch);
}

/** Returns how many notes there were. */
const foldBatch = (db: Db, batch: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    await lockReplies(trx)
    const { taken, groups } = await takeReplyNotes(trx, batch)
    await addReplies(
      trx,
      groups.map(({ hour, timezone, standing, ...group }) => {
        const [provider = '', sender = '', what = ''] = standing.split(' ')
        return { ...group, day: localDay(hour, timezone), provider, sender, what }
      }),
    )
    return taken
  })

// The hours of the last days are kept, because the time zone of a project may change, and because reports are looked at by the hour.
const HOURS_KEPT_DAYS = 8

export async function foldStandings(db: Db, { now }: { now: Date }): Promise<void> {
  const today = localDay(now, 'UTC')
  const hours = await listHoursToFold(db, { before: dayAfter(today, -HOURS_KEPT_DAYS) })
  await foldHours(
    db,
    hours.map(({ timezone, ...one }) => ({ ...one, day: localDayOfHour(one.hour, timezone) })),
  )
  const oldest = dayAfter(today, -KEPT_DAYS)
  await deleteOldStandings(db, { oldest })
  await deleteOldReplies(db, { oldest })
  await deleteOldBrakes(db, { oldest })
}
