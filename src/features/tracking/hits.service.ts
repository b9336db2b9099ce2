import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { TrackedEmail } from '../emails/index.ts'
import { recordHit } from './record-hit.queries.ts'
import type { NewHit } from './record-hit.queries.ts'
import { listClicksSince, lockClicks, updateFirsts, updateJudgements } from './tracking.queries.ts'
import type { StoredHit } from './tracking.queries.ts'
import { judgeHit, NEIGHBOUR_MS } from './verdict.ts'
import type { Hit, EmailFacts } from './verdict.ts'

export const factsOf = ({ sentAt, links }: TrackedEmail): EmailFacts => ({ sentAt, linkCount: links.length })

/** An open is judged on its own. */
export async function recordOpen(db: Db, newHit: NewHit): Promise<void> {
  const judgement = judgeHit(newHit.hit, { email: factsOf(newHit.email), clicks: [] })
  await recordHit(db, { ...newHit, judgement })
}

/** A click is judged together with other clicks of its email, under a lock, and may change their verdicts. */
export async function recordClick(db: Db, newHit: NewHit): Promise<void> {
  const { hit, email } = newHit
  await inTransaction(db, async (trx) => {
    await lockClicks(trx, newHit)
    const since = new Date(hit.at.getTime() - NEIGHBOUR_MS)
    const before = await listClicksSince(trx, { ...newHit, since })
    const clicks = [...before, hit]
    const judgement = judgeHit(hit, { email: factsOf(email), clicks })
    await recordHit(trx, { ...newHit, judgement })
    await judgeNeighbours(trx, { newHit, before, clicks })
  })
}

type Neighbours = { newHit: NewHit; before: readonly StoredHit[]; clicks: readonly Hit[] }

/** The first clicks of a scanner look like a reader's; the next ones reveal it. */
async function judgeNeighbours(trx: Trx, { newHit, before, clicks }: Neighbours): Promise<void> {
  const facts = factsOf(newHit.email)
  const changed = before
    .map((click) => ({ click, judgement: judgeHit(click, { email: facts, clicks }) }))
    .filter(({ click, judgement }) => click.judgement.verdict !== judgement.verdict)
    .map(({ click: { id }, judgement }) => ({ id, judgement }))
  if (changed.length === 0) return
  await updateJudgements(trx, { ...newHit, hits: changed })
  await updateFirsts(trx, newHit)
}
