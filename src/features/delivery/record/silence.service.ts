import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { setSubscribed } from '../../contacts/index.ts'
import { suppress } from '../../suppressions/index.ts'

export type Refusal = { projectId: ProjectId; contactId: ContactId | null; address: string; at: Date }

type Why = { reason: 'hard_bounce' | 'complaint'; source: string }

/** Nobody writes to these addresses again: they are suppressed, and their contacts unsubscribed. */
export async function silence(trx: Trx, refusals: readonly Refusal[], why: Why): Promise<void> {
  const [first] = refusals
  if (!first) return
  const suppressed = refusals.map(({ projectId, address }) => ({ projectId, email: address, ...why }))
  await suppress(trx, suppressed, first.at)
  for (const [projectId, given] of Map.groupBy(refusals, (one) => one.projectId)) {
    const ids = given.flatMap(({ contactId }) => contactId ?? [])
    if (ids.length > 0) await setSubscribed(trx, { projectId, ids, subscribed: false, now: first.at })
  }
}
