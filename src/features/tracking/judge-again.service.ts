import { inTransaction } from '../../platform/db/client.ts'
import type { Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { findTrackedEmail } from '../delivery/index.ts'
import type { EmailRef } from '../delivery/index.ts'
import { factsOf } from './hits.service.ts'
import {
  listHits,
  listEmailsToJudge,
  lockClicks,
  settleFirsts,
  updateJudgements,
} from './tracking.queries.ts'
import { judgeHit } from './verdict.ts'

// Hits per batch, each email in a transaction of its own: a node that stops loses nothing.
const BATCH = 500

/**
 * Judges by today's rules what older ones have judged, and puts the counters right. Events that were recorded stay: they
 * have been acted on. The number of emails that it looked at.
 */
export async function judgeHitsAgain(
  { database: { db } }: Pick<Deps, 'database'>,
  { signal }: { signal: AbortSignal },
): Promise<number> {
  let judged = 0
  while (!signal.aborted) {
    const emails = await listEmailsToJudge(db, { limit: BATCH })
    if (emails.length === 0) return judged
    for (const ref of emails) {
      if (signal.aborted) return judged
      await inTransaction(db, (trx) => judgeEmail(trx, ref))
      judged += 1
    }
  }
  return judged
}

async function judgeEmail(trx: Trx, ref: EmailRef): Promise<void> {
  await lockClicks(trx, ref)
  const email = await findTrackedEmail(trx, ref)
  // Deleted in between, and its hits with it.
  if (!email) return
  const hits = await listHits(trx, ref)
  const clicks = hits.filter(({ kind }) => kind === 'click')
  const judged = hits.map((hit) => ({
    id: hit.id,
    judgement: judgeHit(hit, { email: factsOf(email), clicks }),
  }))
  await updateJudgements(trx, { ...ref, hits: judged })
  await settleFirsts(trx, { ...ref, email })
}
