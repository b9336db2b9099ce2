// A long queue, made by one statement: accepting 100,000 emails over HTTP would take the time that the proof is about.
import { acceptedId, orderEmail } from './sender.ts'
import type { Sender } from './sender.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

export type Backlog = { emails: number; lane: 'transactional' | 'marketing' }

const LANES = { transactional: 0, marketing: 1 }

/**
 * Copies of one email that was accepted and sent, each to a contact of its own. Rows, indexes and counters are those of
 * any other email. Due since a moment ago, so that everything sent later comes after them in their lane.
 */
export async function queueBacklog(stage: Stage, sender: Sender, { emails, lane }: Backlog): Promise<void> {
  const { caller, pool } = stage
  const email = orderEmail(sender, { to: 'first@receiver.test', number: 0 })
  const reply = await caller.post('/v1/send', email, { key: sender.key })
  const id = acceptedId(reply.body)
  await until(
    async () =>
      (await pool.query("select from emails where id = $1 and status = 'SENT'", [id])).rowCount === 1,
    { what: 'the first email is sent', limitMs: 300_000 },
  )
  await pool.query(
    `with customer as (
      insert into contacts (project_id, id, email, subscribed, created_at, updated_at)
      select $1, gen_random_uuid(), 'backlog' || n || '@receiver.test', true, now(), now() from generate_series(1, $2) as n
      returning id, email
    ), numbered as (
      select (left($5::uuid::text, 15) || substr(gen_random_uuid()::text, 16))::uuid as email_id, id, email from customer
    )
    insert into email_queue (project_id, email_id, content_id, contact_id, address, status, lane, source, variables, run_at,
      give_up_at)
    select first.project_id, n.email_id, first.content_id, n.id, n.email, 'QUEUED', $3, $4,
      coalesce(values.variables, '{}'), now() - interval '1 second', now() + interval '2 days'
    from emails as first left join email_payloads as values on values.email_id = first.id, numbered as n
    where first.id = $5`,
    [sender.projectId, emails, LANES[lane], lane === 'marketing' ? 'CAMPAIGN' : 'TRANSACTIONAL', id],
  )
  await pool.query('analyze email_queue')
}

export async function countWaiting({ pool }: Stage, { projectId }: Sender): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'select count(*) from email_queue where project_id = $1',
    [projectId],
  )
  return Number(rows[0]?.count)
}
