import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { TrackedEmail } from '../delivery/index.ts'
import { recordHit } from './record-hit.queries.ts'
import type { NewHit } from './record-hit.queries.ts'
import { listClicksSince, lockClicks, settleFirsts, updateJudgements } from './tracking.queries.ts'
import type { StoredHit } from './tracking.queries.ts'
import { judgeHit, NEIGHBOUR_MS } from './verdict.ts'
import type { Hit, EmailFacts } from './verdict.ts'

export const factsOf = ({ sentAt, links }: TrackedEmail): EmailFacts => ({ sentAt, linkCount: links.length })

/** An open is judged by itself. */
export async function recordOpen(db: Db, given: NewHit): Promise<void> {
  const judgement = judgeHit(given.hit, { email: factsOf(given.email), clicks: [] })
  await recordHit(db, { ...given, judgement })
}

/** A click is judged among the others of its email, one after the other, and may change what was thought of those. */
export async function recordClick(db: Db, given: NewHit): Promise<void> {
  const { hit, email } = given
  await inTransaction(db, async (trx) => {
    await lockClicks(trx, given)
    const since = new Date(hit.at.getTime() - NEIGHBOUR_MS)
    const before = await listClicksSince(trx, { ...given, since })
    const clicks = [...before, hit]
    const judgement = judgeHit(hit, { email: factsOf(email), clicks })
    await recordHit(trx, { ...given, judgement })
    await judgeNeighbours(trx, { given, before, clicks })
  })
}

type Neighbours = { given: NewHit; before: readonly StoredHit[]; clicks: readonly Hit[] }

/** The first links that a scanner follows look like a reader's; the next ones tell. */
async function judgeNeighbours(trx: Trx, { given, before, clicks }: Neighbours): Promise<void> {
  const facts = factsOf(given.email)
  const changed = before
    .map((click) => ({ click, judgement: judgeHit(click, { email: facts, clicks }) }))
    .filter(({ click, judgement }) => click.judgement.verdict !== judgement.verdict)
    .map(({ click: { id }, judgement }) => ({ id, judgement }))
  if (changed.length === 0) return
  await updateJudgements(trx, { ...given, hits: changed })
  await settleFirsts(trx, given)
}
