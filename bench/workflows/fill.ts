// A workflow in which a million contacts wait, half of them before an email and half before a change of their data. The
// workflow is made by the API; contacts and executions are written past it, with the counters that triggers would have kept.
import { fillPastTriggers } from '../harness/past-triggers.ts'
import type { Stage } from '../harness/stage.ts'
import { addDomain, DOMAIN } from '../send/queue.ts'

export const WAITING = 1_000_000

/** The event that executions wait for after their pause. */
export const PAID = 'bench.paid'
export const BEFORE_EMAIL = 'before-email'
export const BEFORE_CHANGE = 'before-change'

// A statement of this many rows takes seconds, so that an interrupted run ends soon.
const ROWS_PER_STATEMENT = 100_000

const PRO = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }

const STEPS = [
  {
    id: 'split',
    type: 'SPLIT',
    config: { weights: { email: 1, change: 1 } },
    next: { email: BEFORE_EMAIL, change: BEFORE_CHANGE },
  },
  { id: BEFORE_EMAIL, type: 'DELAY', config: { amount: 30, unit: 'days' }, next: 'is-pro' },
  { id: 'is-pro', type: 'CONDITION', config: { filters: PRO }, next: { yes: 'email', no: 'email' } },
  {
    id: 'email',
    type: 'SEND_EMAIL',
    config: {
      subject: 'How is it going, {{ firstName }}?',
      body: '<p>Hello {{ firstName }}, you are with us for a month.</p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>',
      from: `hello@${DOMAIN}`,
    },
    next: 'paid',
  },
  { id: BEFORE_CHANGE, type: 'DELAY', config: { amount: 30, unit: 'days' }, next: 'change' },
  { id: 'change', type: 'UPDATE_CONTACT', config: { data: { month: 1 } }, next: 'tell' },
  { id: 'tell', type: 'TRACK_EVENT', config: { event: 'bench.month' }, next: 'paid' },
  {
    id: 'paid',
    type: 'WAIT_FOR_EVENT',
    config: { event: PAID, timeout: { amount: 300, unit: 'days' } },
    next: { event: 'end', timeout: 'end' },
  },
  { id: 'end', type: 'EXIT', config: { reason: 'Done.' } },
]

export async function fillExecutions(stage: Stage): Promise<void> {
  const { sized, openApi } = stage
  await addDomain(stage)
  const workflow = await openApi({ connections: 1 }).post<{ id: string }>('/workflows', {
    name: 'A million wait here',
    enabled: true,
    trigger: { type: 'MANUAL' },
    steps: STEPS,
  })
  await fillPastTriggers(stage, {
    tables: TABLES,
    fill: async (client) => {
      for (let done = 0; done < sized(WAITING); done += ROWS_PER_STATEMENT) {
        const range = [done, Math.min(done + ROWS_PER_STATEMENT, sized(WAITING)), workflow.id]
        await client.query(FILL_CONTACTS, range.slice(0, 2))
        await client.query(FILL_EXECUTIONS, range)
      }
      for (const text of [
        FILL_HISTORY,
        FILL_WAITS,
        FILL_ENTRIES,
        FILL_EXECUTION_COUNTERS,
        FILL_STEP_COUNTERS,
      ]) {
        await client.query(text, [workflow.id])
      }
      await client.query(FILL_CONTACT_COUNTERS)
    },
  })
}

const TABLES = [
  'contacts',
  'counters',
  'workflow_executions',
  'workflow_history',
  'workflow_waits',
  'workflow_entries',
]

// The last has joined a day ago: a date of today starts no contact that joined after it (dates.ts).
const FILL_CONTACTS = `
  insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
  select (select id from projects limit 1),
    (left(lowest_uuid_v7(at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
    'person-' || n || '@example.com', true, jsonb_build_object(
      'firstName', 'Name ' || n % 5000, 'plan', case when n % 3 = 0 then 'pro' else 'free' end, 'city', 'city-' || n % 100),
    at, at
  from (
    select n, now() - interval '1 day' - (n % 40000) * interval '1 minute' as at from generate_series($1::int, $2::int - 1) as n
  ) as numbered`

// They are due in ten to forty days, in no order. Every third waits for the event already.
const FILL_EXECUTIONS = `
  insert into workflow_executions (project_id, id, workflow_id, version, contact_id, status, step_id, visit, since,
    wake_at, due_at, started_at, event, depth, waits_for)
  select c.project_id, (left(lowest_uuid_v7(now())::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, $3::uuid, 1,
    c.id, 'WAITING', case n % 3 when 0 then 'paid' when 1 then '${BEFORE_EMAIL}' else '${BEFORE_CHANGE}' end, 2, now(),
    wake_at, wake_at, now(), '{"name": "workflow.manual", "data": {}}', 0, case when n % 3 = 0 then '${PAID}' end
  from (
    select n, now() + interval '10 days' + (n::bigint * 7919 % 2592000) * interval '1 second' as wake_at
    from generate_series($1::int, $2::int - 1) as n
  ) as numbered
  join contacts as c on c.project_id = (select id from projects limit 1) and c.email = 'person-' || n || '@example.com'`

const FILL_HISTORY = `
  insert into workflow_history (project_id, execution_id, visit, workflow_id, step_id, type, status, started_at, completed_at)
  select project_id, id, 1, workflow_id, 'split', 'SPLIT', 'COMPLETED', started_at, started_at
  from workflow_executions where workflow_id = $1
  union all
  select project_id, id, 2, workflow_id, step_id, 'DELAY', 'WAITING', started_at, null
  from workflow_executions where workflow_id = $1`

const FILL_WAITS = `
  insert into workflow_waits (project_id, contact_id, name, execution_id)
  select project_id, contact_id, '${PAID}', id from workflow_executions where workflow_id = $1`

const FILL_ENTRIES = `
  insert into workflow_entries (project_id, workflow_id, contact_id, execution_id)
  select project_id, workflow_id, contact_id, id from workflow_executions where workflow_id = $1`

const FILL_EXECUTION_COUNTERS = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'workflow_executions', workflow_id || ' ' || status, count(*)
  from workflow_executions where workflow_id = $1 group by 1, 3`

const FILL_STEP_COUNTERS = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'workflow_steps', workflow_id || ' ' || step_id || ' waiting', count(*)
  from workflow_executions where workflow_id = $1 group by 1, 3
  union all
  select project_id, 'workflow_steps', workflow_id || ' split passed', count(*)
  from workflow_executions where workflow_id = $1 group by 1, 3`

const FILL_CONTACT_COUNTERS = `
  insert into counters (project_id, counter, label, value)
  select project_id, 'contacts', '', count(*) from contacts group by 1
  union all
  select project_id, 'contacts', 'subscribed', count(*) from contacts group by 1`
