// A frozen campaign: one content of 10 kB from a verified domain, and a row a recipient with two variables.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from '../harness/stage.ts'

export const DOMAIN = 'mill.example.com'

/** About 10 kB with three links, in lines, as a short newsletter has. */
export const NEWSLETTER = `<html><body>
<h1>Hello {{ name }}</h1>
${'<p style="margin:0 0 12px;font-family:Georgia,serif;font-size:17px;line-height:26px">The loose frame on top of the mould decides how thick a sheet gets, and leaves the feathered edge that printers either love or trim away.</p>\n'.repeat(38)}<p>Your code: {{ code }}. <a href="https://mill.example.com/news">News</a> <a href="https://mill.example.com/shop">Shop</a></p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p></body></html>`

// Rows become due together, when they are all there and the planner knows of them.
const DUE_IN_SECONDS = 2

// Without a pause, counting would take a part of the processor time that is measured.
const LOOK_EVERY_MS = 10

/** Accepts one email by the API, for its content; it waits for a year and is copied. */
export async function prepareCampaign(stage: Stage): Promise<void> {
  await addDomain(stage)
  const api = stage.openApi({ connections: 1 })
  const template = await api.post<{ id: string }>('/templates', {
    name: `Newsletter ${performance.now()}`,
    subject: 'News for {{ name }}',
    body: NEWSLETTER,
    type: 'MARKETING',
    from: `hello@${DOMAIN}`,
  })
  await api.post('/v1/send', {
    to: 'first@receivers.example.com',
    subscribed: true,
    template: template.id,
    data: { name: 'Ada', code: '123456' },
    scheduledFor: new Date(Date.now() + 300 * 86_400_000).toISOString(),
  })
  await stage.pool.query("delete from email_queue where status <> 'SCHEDULED'")
}

export async function queueEmails({ pool }: Stage, emails: number): Promise<void> {
  await pool.query(
    `insert into email_queue (project_id, email_id, content_id, contact_id, address, status, lane, source, template_id,
       variables, run_at, give_up_at)
     select project_id, (left(email_id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, content_id, contact_id,
       'person-' || n || '@receivers.example.com', 'QUEUED', lane, source, template_id, variables,
       now() + make_interval(secs => $2), give_up_at
     from email_queue cross join generate_series(1, $1::int) as n where status = 'SCHEDULED'`,
    [emails, DUE_IN_SECONDS],
  )
  await pool.query('vacuum analyze email_queue')
}

const CONTACT_OF_ROW = "'capped-' || n || '@receivers.example.com'"

/** As many contacts as emails of a round, for queueToContacts. */
export async function addContacts({ pool }: Stage, count: number): Promise<void> {
  await pool.query(
    `insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
     select project_id, (left(email_id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, ${CONTACT_OF_ROW}, true, '{}', now(), now()
     from email_queue cross join generate_series(1, $1::int) as n where status = 'SCHEDULED'
     on conflict (project_id, email) do nothing`,
    [count],
  )
  await pool.query('vacuum analyze contacts')
}

/** An implied topic: every contact that is subscribed is in it. */
export async function addTopic({ pool, openApi }: Stage): Promise<string> {
  await openApi({ connections: 1 }).post('/topics', { key: 'news', name: 'News', optIn: 'implied' })
  const { rows } = await pool.query<{ id: string }>("select id from topics where key = 'news'")
  return rows[0]?.id ?? ''
}

/** queueEmails with a contact of its own for each email, as campaigns have. */
export async function queueToContacts({ pool }: Stage, emails: number, topicId?: string): Promise<void> {
  await pool.query(
    `insert into email_queue (project_id, email_id, content_id, contact_id, address, status, lane, source, template_id,
       variables, run_at, give_up_at, topic_id)
     select q.project_id, (left(q.email_id::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, q.content_id, k.id, k.email,
       'QUEUED', q.lane, q.source, q.template_id, q.variables, now() + make_interval(secs => $2), q.give_up_at, $3::uuid
     from email_queue as q cross join generate_series(1, $1::int) as n
     join contacts as k on k.project_id = q.project_id and k.email = ${CONTACT_OF_ROW}
     where q.status = 'SCHEDULED'`,
    [emails, DUE_IN_SECONDS, topicId],
  )
  await pool.query('vacuum analyze email_queue')
}

/** Resolves when every email that was queued has its result on disk. */
export async function waitUntilRecorded({ pool }: Stage): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ count: string }>(
      "select count(*) from email_queue where status <> 'SCHEDULED'",
    )
    if (Number(rows[0]?.count) === 0) return
    await sleep(LOOK_EVERY_MS)
  }
}

/** Verified by decree: there is no DNS here. */
export async function addDomain({ pool, openApi }: Stage): Promise<void> {
  const { rows } = await pool.query('select from domains where domain = $1', [DOMAIN])
  if (rows.length > 0) return
  await openApi({ connections: 1 }).post('/domains', { domain: DOMAIN })
  await pool.query(
    "update domains set status = 'VERIFIED', verified_at = now(), due_at = null where domain = $1",
    [DOMAIN],
  )
}
