// Three campaigns and a workflow name the same coupon list at once, to the same people. The list has a code for nine of ten.
import { nothing } from '../harness/audit.ts'
import type { Copies } from '../harness/audit.ts'
import type { Row } from '../harness/promise-table.ts'
import { makeSender } from '../harness/sender.ts'
import type { Stage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const CAMPAIGNS = 3
export const EMAILS_EACH = CAMPAIGNS + 1

/** The subject shows the code, because the record keeps subjects as they were sent. */
const SUBJECT = 'Code {{ coupons.proof }}'

const LIMIT_MS = 600_000
const LOOK_EVERY_MS = 500

// As many as one call takes.
const CODES_AT_ONCE = 10_000

export type CouponProject = { campaignIds: string[]; readers: number; codes: number }

export async function makeCouponProject(stage: Stage, readers: number): Promise<CouponProject> {
  const { pool } = stage
  const { projectId, from } = await makeSender(stage, 'proof-of-coupons.com')
  const codes = Math.floor(readers * 0.9)
  await makeList(stage, codes)
  await pool.query(
    `insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
     select $1, (left(lowest_uuid_v7(now())::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
       'reader' || n || '@receiver.test', true, '{}', now(), now()
     from generate_series(1, $2) as n`,
    [projectId, readers],
  )
  const email = { subject: SUBJECT, body: '<p>{{ coupons.proof }}</p>', from }
  const campaignIds: string[] = []
  for (let n = 0; n < CAMPAIGNS; n += 1) {
    const reply = await make(stage, '/campaigns', { ...email, name: 'Proof', audienceType: 'ALL' })
    campaignIds.push((JSON.parse(reply) as { data: { id: string } }).data.id)
  }
  const steps = [{ id: 'email', type: 'SEND_EMAIL', config: email }]
  await make(stage, '/workflows', { name: 'Proof', eventName: 'proof.go', enabled: true, steps })
  return { campaignIds, readers, codes }
}

async function makeList(stage: Stage, count: number): Promise<void> {
  const list = await make(stage, '/coupon-lists', { key: 'proof', name: 'Proof' })
  const { id } = JSON.parse(list) as { id: string }
  const codes = Array.from({ length: count }, (_, index) => `CODE-${index + 1}`)
  for (let at = 0; at < count; at += CODES_AT_ONCE) {
    await make(stage, `/coupon-lists/${id}/codes`, { codes: codes.slice(at, at + CODES_AT_ONCE) })
  }
}

async function make({ caller }: Stage, path: string, body: object): Promise<string> {
  const reply = await caller.post(path, body)
  if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status}: ${reply.body}`)
  return reply.body
}

/** Starts the workflow for everybody, and the campaigns when half of them are in: later ones find codes that others have taken. */
export async function sendAll({ caller }: Stage, { campaignIds, readers }: CouponProject): Promise<void> {
  const enter = (n: number) =>
    caller.postUntilAnswered(
      '/v1/track',
      { email: `reader${n}@receiver.test`, event: 'proof.go' },
      `enter ${n}`,
    )
  const numbers = Array.from({ length: readers }, (_, index) => index + 1)
  const half = Math.ceil(readers / 2)
  await Promise.all(numbers.slice(0, half).map(enter))
  const later = Promise.all(numbers.slice(half).map(enter))
  for (const id of campaignIds) await caller.postUntilAnswered(`/campaigns/${id}/send`, {}, `send ${id}`)
  await later
}

/** Until each email has been sent, or failed because there was no code for it. */
export async function untilEnded({ pool, say }: Stage, { readers }: CouponProject): Promise<void> {
  let said = ''
  await until(
    async () => {
      await pool.query("update email_queue set run_at = now() where status = 'DEFERRED' and run_at > now()")
      const { rows } = await pool.query<{ ended: number; waiting: number }>(
        `select (select count(*) from emails)::int as ended, count(*)::int as waiting from email_queue`,
      )
      const { ended = 0, waiting = 0 } = rows[0] ?? {}
      const now = `${ended} ended, ${waiting} waiting`
      if (now !== said) say(`       ${now}`)
      said = now
      return waiting === 0 && ended === readers * EMAILS_EACH
    },
    { what: 'every email has ended', limitMs: LIMIT_MS, everyMs: LOOK_EVERY_MS },
  )
}

type EndedEmail = { id: string; address: string; status: string; reason: string | null; code: string | null }

export async function auditCoupons(
  { pool }: Stage,
  copies: Copies,
  { readers, codes }: CouponProject,
): Promise<Row[]> {
  const { rows: emails } = await pool.query<EndedEmail>(
    `select id, address, status, reason, substr(subject, 6) as code from emails`,
  )
  const sent = emails.filter(({ status }) => status === 'SENT')
  const coded = sent.flatMap(({ address, code }) => (code ? [{ address, code }] : []))
  const { rows: taken } = await pool.query<{ address: string; code: string }>(
    `select k.email as address, c.code from coupon_codes as c
     join contacts as k on k.project_id = c.project_id and k.id = c.contact_id`,
  )
  const pairsOf = (list: readonly { address: string; code: string }[]) =>
    new Set(list.map(({ address, code }) => `${address} ${code}`))
  const inEmails = pairsOf(coded)
  const inTable = pairsOf(taken)
  const unavailable = emails.filter(({ reason }) => reason === 'coupon_list_empty').length
  return [
    { what: 'emails that were to be sent at once', measured: readers * EMAILS_EACH },
    { what: 'codes of the list', measured: codes },
    { what: 'emails that arrived', measured: copies.size },
    nothing('codes that two people got', inEmails.size - new Set(coded.map(({ code }) => code)).size),
    nothing('people who got two codes', inEmails.size - new Set(coded.map(({ address }) => address)).size),
    nothing('codes that nobody got', codes - new Set(coded.map(({ code }) => code)).size),
    nothing('people whose code differs from the record', inEmails.symmetricDifference(inTable).size),
    nothing('emails that left without a code', sent.length - coded.length),
    nothing('SENT, but missing at the receiver', sent.filter(({ id }) => !copies.has(id)).length),
    {
      what: 'emails that failed because the list was empty',
      measured: unavailable,
      promised: String((readers - codes) * EMAILS_EACH),
      isKept: unavailable === (readers - codes) * EMAILS_EACH,
    },
  ]
}
