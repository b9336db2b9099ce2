// Three campaigns and a workflow write to the same people at once. The cap of the project allows two emails a day, that of the
// topic of two of them one.
import { nothing } from '../harness/audit.ts'
import type { Copies } from '../harness/audit.ts'
import type { Row } from '../harness/promise-table.ts'
import { makeSender } from '../harness/sender.ts'
import type { Stage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'
import { TOPIC } from './topics.ts'

const PROJECT_CAP = { emails: 2, days: 1 }
const TOPIC_CAP = { emails: 1, days: 1 }

/** The topics of the campaigns, and of the workflow at the end. */
const TOPICS = [TOPIC, TOPIC, null, null] as const
export const EMAILS_EACH = TOPICS.length

const LIMIT_MS = 600_000
const LOOK_EVERY_MS = 500

export type CappedProject = { projectId: string; campaignIds: string[]; readers: number }

export async function makeCappedProject(stage: Stage, readers: number): Promise<CappedProject> {
  const { caller, pool } = stage
  const sender = await makeSender(stage, 'proof-of-caps.com')
  const { projectId } = sender
  // PATCH /project, without a caller for it.
  await pool.query('update projects set frequency_cap = $2, hold_at_most_hours = 720 where id = $1', [
    projectId,
    PROJECT_CAP,
  ])
  await make(stage, '/topics', { key: TOPIC, name: 'News', optIn: 'implied', frequencyCap: TOPIC_CAP })
  await pool.query(
    `insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
     select $1, (left(lowest_uuid_v7(now())::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
       'reader' || n || '@receiver.test', true, '{}', now(), now()
     from generate_series(1, $2) as n`,
    [projectId, readers],
  )
  const email = { subject: 'News', body: '<p>Here is what is new.</p>', from: sender.from }
  const campaignIds: string[] = []
  for (const topic of TOPICS.slice(0, -1)) {
    const body = { ...email, name: 'Proof', audienceType: 'ALL', topic }
    const reply = JSON.parse(await make(stage, '/campaigns', body)) as { data: { id: string } }
    campaignIds.push(reply.data.id)
  }
  const steps = [{ id: 'email', type: 'SEND_EMAIL', config: { ...email, topic: TOPICS.at(-1) } }]
  await make(stage, '/workflows', { name: 'Proof', eventName: 'proof.go', enabled: true, steps })
  for (const id of campaignIds) await caller.postUntilAnswered(`/campaigns/${id}/send`, {}, `send ${id}`)
  return { projectId, campaignIds, readers }
}

async function make({ caller }: Stage, path: string, body: object): Promise<string> {
  const reply = await caller.post(path, body)
  if (reply.status !== 201) throw new Error(`POST ${path} answered ${reply.status}: ${reply.body}`)
  return reply.body
}

/** The event that starts the workflow, for everybody. */
export async function enterAll({ caller }: Stage, { readers }: CappedProject): Promise<void> {
  const enter = (n: number) =>
    caller.postUntilAnswered(
      '/v1/track',
      { email: `reader${n}@receiver.test`, event: 'proof.go' },
      `enter ${n}`,
    )
  await Promise.all(Array.from({ length: readers }, (_, index) => enter(index + 1)))
}

/** Until each email has been sent, or is held for its turn. */
export async function untilHeld({ pool, say }: Stage, { readers }: CappedProject): Promise<void> {
  let said = ''
  await until(
    async () => {
      await pool.query("update email_queue set run_at = now() where status = 'DEFERRED' and run_at > now()")
      const { rows } = await pool.query<{ sent: number; held: number; waiting: number }>(
        `select (select count(*) from emails)::int as sent, count(*) filter (where held_for = 'cap')::int as held,
           count(*) filter (where held_for is null)::int as waiting from email_queue`,
      )
      const { sent = 0, held = 0, waiting = 0 } = rows[0] ?? {}
      const now = `${sent} sent, ${held} held, ${waiting} waiting`
      if (now !== said) say(`       ${now}`)
      said = now
      return waiting === 0 && sent + held === readers * EMAILS_EACH
    },
    { what: 'every email is sent or held', limitMs: LIMIT_MS, everyMs: LOOK_EVERY_MS },
  )
}

/** Copies with the same Message-ID are one email: that of a worker that was killed before it recorded it. */
export async function auditCaps({ pool }: Stage, copies: Copies, readers: number): Promise<Row[]> {
  const topics = await pool.query<{ id: string }>('select id from emails where topic_id is not null')
  const aboutTopic = new Set(topics.rows.map(({ id }) => id))
  const got = new Map<string, { all: number; news: number }>()
  for (const [id, [first]] of copies) {
    const to = first?.to ?? ''
    const { all, news } = got.get(to) ?? { all: 0, news: 0 }
    got.set(to, { all: all + 1, news: news + (aboutTopic.has(id) ? 1 : 0) })
  }
  const counts = [...got.values()]
  const over = (cap: { emails: number }, of: 'all' | 'news') =>
    counts.filter((count) => count[of] > cap.emails).length
  return [
    { what: 'emails that were to be sent at once', measured: readers * EMAILS_EACH },
    { what: 'emails that arrived', measured: copies.size },
    nothing(`people who got more than ${PROJECT_CAP.emails} in a day`, over(PROJECT_CAP, 'all')),
    nothing(`people who got more than ${TOPIC_CAP.emails} about the topic in a day`, over(TOPIC_CAP, 'news')),
    nothing(
      'people who got fewer than the cap allows',
      readers - counts.filter(({ all }) => all >= PROJECT_CAP.emails).length,
    ),
  ]
}
