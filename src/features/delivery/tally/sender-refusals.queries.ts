// Refusals because of the sender: the receiver, its answer, since when, and how many emails. For the health of a
// project.
import { sql } from 'kysely'
import { domainOfAddress } from '../../../platform/addresses/email-address.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { RefusalKind } from '../../../platform/email/smtp/replies/refusal-kind.ts'
import { refusalKindOf } from '../../../platform/email/smtp/replies/refusal-kind.ts'
import type { SmtpReply } from '../../../platform/email/transport.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { storableText } from '../../../platform/text/storable-text.ts'

export type SenderRefusal = {
  projectId: ProjectId
  /** The recipient; its domain is the receiver. */
  address: string
  answer: Pick<SmtpReply, 'text' | 'enhancedCode'>
  at: Date
}

// A project that sends to thousands of small receivers is refused by many of them for one reason; more rows add
// nothing.
const MOST_PER_PROJECT = 200

/** A refusal after a gap this long counts as a new one. Health looks back as far. */
const NEW_AFTER = sql.raw("interval '7 days'")

// Enough for the text and the link of an answer.
const LONGEST_ANSWER = 500

/** Answers may name the address of the recipient, and the row outlives the contact. */
const ADDRESS = /[^\s<>@]{1,64}@(?=[\w.-])/g

/** To be called last in the transaction that records the emails. */
export async function insertSenderRefusals(trx: Trx, refusals: readonly SenderRefusal[]): Promise<void> {
  if (refusals.length === 0) return
  await sql`
    with given as (
      select project_id, receiver, kind, (array_agg(answer order by at desc))[1] as answer, count(*) as emails,
        min(at) as first_at, max(at) as last_at
      from jsonb_to_recordset(${JSON.stringify(refusals.map(toRow))}::jsonb)
        as g (project_id uuid, receiver text, kind text, answer text, at timestamptz)
      group by 1, 2, 3
    )
    insert into sender_refusals as r (project_id, receiver, kind, answer, emails, first_at, last_at)
    select * from given as g
    where (select count(*) from sender_refusals as s where s.project_id = g.project_id) < ${MOST_PER_PROJECT}
      or exists (select from sender_refusals as s where s.project_id = g.project_id and s.receiver = g.receiver and s.kind = g.kind)
    order by 1, 2, 3
    on conflict (project_id, receiver, kind) do update set answer = excluded.answer,
      emails = excluded.emails + case when ${isOver()} then 0 else r.emails end,
      first_at = case when ${isOver()} then excluded.first_at else r.first_at end,
      last_at = greatest(r.last_at, excluded.last_at)`.execute(trx)
}

const isOver = () => sql`r.last_at < excluded.last_at - ${NEW_AFTER}`

const toRow = ({ projectId, address, answer, at }: SenderRefusal) => ({
  project_id: projectId,
  receiver: storableText(domainOfAddress(address)),
  kind: refusalKindOf(answer),
  answer: storableText(
    answer.text.replaceAll(ADDRESS, '…@').replaceAll(/\s+/g, ' ').slice(0, LONGEST_ANSWER),
  ),
  at,
})

export type SenderRefusalRow = {
  receiver: string
  kind: RefusalKind
  answer: string
  emails: number
  firstAt: Date
  lastAt: Date
}

/** Lists those of the last 7 days, the most emails first. */
export async function listSenderRefusals(
  db: Db | Trx,
  { projectId, now, limit }: { projectId: ProjectId; now: Date; limit: number },
): Promise<SenderRefusalRow[]> {
  const { rows } = await sql<SenderRefusalRow>`
    select receiver, kind, answer, emails, first_at as "firstAt", last_at as "lastAt" from sender_refusals
    where project_id = ${projectId} and last_at > ${now}::timestamptz - ${NEW_AFTER}
    order by emails desc, last_at desc, receiver, kind limit ${limit}`.execute(db)
  return rows
}

const KEPT = sql.raw("interval '30 days'")

/** Deletes the refusals of all projects that did not recur for 30 days. */
export async function deleteOldRefusals(db: Db, now: Date): Promise<void> {
  await sql`delete from sender_refusals where last_at < ${now}::timestamptz - ${KEPT}`.execute(db)
}
