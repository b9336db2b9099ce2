// Counts what was sent on days that have reports, so that both can stand side by side.
import { inTransaction } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import { lowestIdOf } from '../../platform/ids.ts'
import { dayAfter } from '../../platform/time/days.ts'
import { utcDay } from '../../platform/time/local-day.ts'
import { sentByReceiver } from './receivers.ts'
import { countSentEmails, insertSentDays, listDaysToCount, listReceivers } from './sent-days.queries.ts'
import type { DayToCount, DomainReceiver, SentCount, SentDay } from './sent-days.queries.ts'

const DAY_MS = 86_400_000
/** Reports come within a few days, those of one receiver a few hours after those of another. */
const COUNTED_DAYS = 10
/** Emails that waited longer than this before they left are not counted: reading more of the record costs more than they matter. */
const WAITED_DAYS = 7
const MOST_AT_ONCE = 500

export async function countSentDays(db: Db, now: Date): Promise<void> {
  const today = utcDay(now)
  const since = dayAfter(today, -COUNTED_DAYS)
  const days = await listDaysToCount(db, { since, before: today, limit: MOST_AT_ONCE })
  for (const day of days) await countDay(db, day)
}

async function countDay(db: Db, { projectId, day }: DayToCount): Promise<void> {
  const from = new Date(`${day}T00:00:00Z`)
  const until = new Date(from.getTime() + DAY_MS)
  const sent = await countSentEmails(db, {
    projectId,
    from,
    until,
    firstId: lowestIdOf(new Date(from.getTime() - WAITED_DAYS * DAY_MS)),
    lastId: lowestIdOf(until),
  })
  const receivers = await listReceivers(db, { projectId, day, daysAround: COUNTED_DAYS })
  const rows = [...Map.groupBy(receivers, ({ domainId }) => domainId)].flatMap(([domainId, known]) => {
    const own = sent.filter((one) => one.domainId === domainId)
    return rowsOf({ domainId, sent: own, receivers: known })
  })
  await inTransaction(db, (trx) => insertSentDays(trx, { projectId, day, rows }))
}

type DomainDay = {
  domainId: SentDay['domainId']
  sent: readonly SentCount[]
  receivers: readonly DomainReceiver[]
}

/** A receiver that has reported the day has a row even if nothing was sent to it: that it was counted. */
function rowsOf({ domainId, sent, receivers }: DomainDay): SentDay[] {
  const totals = sentByReceiver(sent, new Set(receivers.map(({ receiver }) => receiver)))
  const all = sent.reduce((sum, { emails }) => sum + emails, 0)
  return [
    { domainId, receiver: '', emails: all },
    ...receivers.flatMap(({ receiver, hasReported }) => {
      const emails = totals.get(receiver) ?? 0
      return hasReported || emails > 0 ? [{ domainId, receiver, emails }] : []
    }),
  ]
}
