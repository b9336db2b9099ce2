// Reports about emails that were not known when they came. They are matched again for a day, and then counted.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { TOLERANCE_MS } from '../../../platform/email/feedback/providers/signatures.ts'
import {
  deleteOldTokens,
  deleteOldUnmatched,
  deleteUnmatched,
  insertReports,
  listUnmatched,
} from './doors.queries.ts'
import type { UnmatchedReport } from './doors.queries.ts'
import { createEventMatcher } from './match-events.service.ts'

const KEPT_MS = 86_400_000
const BATCH = 1_000

export type UnmatchedCounter = { add(labels: { provider: string }, value?: number): void }

export const createUnmatchedCounter = ({ metrics }: Pick<Deps, 'metrics'>): UnmatchedCounter =>
  metrics.counter(
    'lettermill_feedback_unmatched_total',
    'Events of providers about emails that are not known, by provider.',
  )

/** Matches those that are kept again, and forgets old ones. */
export async function reviewUnmatched(deps: Deps, counter: UnmatchedCounter): Promise<void> {
  const { clock, database } = deps
  const match = createEventMatcher(deps)
  let after = 0
  for (;;) {
    const reports = await listUnmatched(database.db, { after, limit: BATCH })
    for (const given of Map.groupBy(reports, (report) => `${report.provider} ${report.doorId}`).values()) {
      const [{ doorId, provider, transportId }] = given as [UnmatchedReport]
      const { matched } = await match(
        given.map(({ event }) => event),
        transportId,
      )
      const events = new Set(matched.map(({ event }) => event))
      const ids = given.flatMap(({ id, event }) => (events.has(event) ? [id] : []))
      if (ids.length === 0) continue
      await inTransaction(database.db, async (trx) => {
        await insertReports(trx, { doorId, provider, matched, now: clock.now() })
        await deleteUnmatched(trx, ids)
      })
    }
    after = reports.at(-1)?.id ?? after
    if (reports.length < BATCH) break
  }
  const now = clock.now().getTime()
  for (const { provider, count } of await deleteOldUnmatched(database.db, {
    before: new Date(now - KEPT_MS),
  })) {
    counter.add({ provider }, count)
  }
  // A signature is refused after this time, so its token cannot be used again.
  await deleteOldTokens(database.db, { before: new Date(now - 2 * TOLERANCE_MS) })
}
