import { inTransaction } from '../../platform/db/client.ts'
import type { Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { findTrackedEmail } from '../emails/index.ts'
import type { EmailRef } from '../delivery/index.ts'
import { factsOf } from './hits.service.ts'
import {
  listHits,
  listEmailsToJudge,
  lockClicks,
  updateFirsts,
  updateJudgements,
} from './tracking.queries.ts'
import { judgeHit } from './verdict.ts'

// Each email has its own transaction, so a node that stops loses nothing.
const BATCH = 500

/**
 * Applies the current rules to hits judged by older ones, and corrects the counters. Recorded events stay, because listeners
 * have handled them. Returns the number of emails.
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
  // Deleted meanwhile, with its hits.
  if (!email) return
  const hits = await listHits(trx, ref)
  const clicks = hits.filter(({ kind }) => kind === 'click')
  const judged = hits.map((hit) => ({
    id: hit.id,
    judgement: judgeHit(hit, { email: factsOf(email), clicks }),
  }))
  await updateJudgements(trx, { ...ref, hits: judged })
  await updateFirsts(trx, { ...ref, email })
}
