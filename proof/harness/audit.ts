// After a run: compares the answers to callers, the emails of the receiver, and the tables.
import { COUNTED_ROWS } from '../../src/counter-audit.ts'
import type { AcknowledgedEmail } from './load.ts'
import type { Row } from './promise-table.ts'
import type { Arrival } from './smtp-sink.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

// A lease of a minute, a second one for an email that met two kills, and the time to send the rest.
const DRAIN_LIMIT_MS = 480_000
const LOOK_EVERY_MS = 500

/** Waits until nothing is left to send. Leases are waited for; the pauses after a deferral, five minutes, are not. */
export async function drain({ pool, say }: Stage): Promise<void> {
  let said = ''
  await until(
    async () => {
      await pool.query("update email_queue set run_at = now() where status = 'DEFERRED' and run_at > now()")
      const { rows } = await pool.query<{ status: string; count: string }>(
        'select status, count(*) from email_queue group by 1',
      )
      const left = rows.map(({ status, count }) => `${count} ${status}`).join(', ')
      if (left !== said && left !== '') say(`       left: ${left}`)
      said = left
      return rows.length === 0
    },
    { what: 'the queue is empty', limitMs: DRAIN_LIMIT_MS, everyMs: LOOK_EVERY_MS },
  )
}

export type Copies = Map<string, Arrival[]>

/** Arrivals by the id of the email, which its Message-ID begins with. */
export function copiesOf(arrivals: readonly Arrival[]): Copies {
  const copies: Copies = new Map()
  for (const arrival of arrivals) {
    const [id = ''] = arrival.messageId.split('@')
    const others = copies.get(id)
    if (others) others.push(arrival)
    else copies.set(id, [arrival])
  }
  return copies
}

/** The number of emails that each life of a worker delivered and that arrived again later. */
export function repeatedBy(copies: Copies): Map<string, number> {
  const repeated = new Map<string, number>()
  for (const arrivals of copies.values()) {
    for (const { helo } of arrivals.slice(0, -1)) repeated.set(helo, (repeated.get(helo) ?? 0) + 1)
  }
  return repeated
}

export const nothing = (what: string, measured: number): Row => ({
  what,
  measured,
  promised: '0',
  isKept: measured === 0,
})

export function auditAcknowledged(acknowledged: readonly AcknowledgedEmail[], copies: Copies): Row[] {
  const missing = acknowledged.filter(({ emailId }) => !copies.has(emailId))
  const ids = new Map<string, string>()
  let others = 0
  for (const [id, arrivals] of copies) {
    const to = arrivals[0]?.to ?? ''
    if ((ids.get(to) ?? id) !== id) others += 1
    ids.set(to, id)
  }
  return [
    { what: 'emails acknowledged', measured: acknowledged.length },
    nothing('acknowledged emails missing at the receiver', missing.length),
    nothing('second emails to one address (another Message-ID)', others),
  ]
}

/** `kills`: of each life of a worker how often it, or a thread of it, was killed. */
type Repeats = {
  copies: Copies
  kills: ReadonlyMap<string, number>
  connections: number
  /** MARKETING_EMAILS_AHEAD, if marketing email is among them: emails per connection that one kill may repeat. */
  ahead?: number
}

export function auditRepeats({ copies, kills, connections, ahead = 1 }: Repeats): Row[] {
  const allowed = connections * ahead
  const repeated = repeatedBy(copies)
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
  const all = sum(repeated.values())
  const ofKilled = [...repeated].filter(([life]) => kills.has(life))
  const most = Math.max(0, ...ofKilled.map(([life, count]) => count / (kills.get(life) ?? 1)))
  const total = sum(kills.values())
  return [
    {
      what: `emails that came twice, same Message-ID (${total} kills of a worker or a thread)`,
      measured: all,
      promised: `≤ ${allowed * total}`,
      isKept: all <= allowed * total,
    },
    {
      what: 'most of them after one kill',
      measured: Math.ceil(most),
      promised: `≤ ${allowed} (connections${ahead === 1 ? '' : ` × ${ahead} ahead`})`,
      isKept: most <= allowed,
    },
    nothing('of them from workers that were not killed', all - sum(ofKilled.map(([, count]) => count))),
  ]
}

const WRONG_COUNTERS = `
  with kept as (
    select project_id, counter, label, sum(value) as value from (
      select project_id, counter, label, value from counters
      union all select project_id, counter, label, delta from counter_deltas) as all_of_them group by 1, 2, 3
  ), counted as (
    ${COUNTED_ROWS}
    union all select project_id, 'workflow_emails', (recipients ->> 'workflowId') || ' dropped', count(*) from emails
      where source = 'WORKFLOW' and status = 'SUPPRESSED' and reason = 'frequency_cap' group by 1, 3
    union all select project_id, 'workflow_emails',
        workflow_step_of(source, recipients) || ' ' || campaign_email_state(status, sent_at, reason), count(*) from emails
      where source = 'WORKFLOW' and recipients ? 'stepId' group by 1, 3
    union all select project_id, 'mail', lower(status), count(*) from emails
      where status in ('SENT', 'BOUNCED', 'FAILED', 'SUPPRESSED') group by 1, 3
    union all select project_id, 'reputation', 'accepted', count(*) from emails where sent_at is not null group by 1
  ), told as (
    select project_id, counter, label, value from kept
      where counter not in ('mail', 'campaigns', 'campaign_hours', 'workflow_steps', 'goals', 'reputation')
        -- What readers did is not in the rows of emails.
        and not (counter = 'workflow_emails' and label ~ ' ((human_)?(opened|clicked)|unsubscribed)$')
    union all
    -- The answers of receivers only add up: an email that was put off before has two.
    select project_id, 'reputation', 'accepted', sum(value) from kept
      where counter = 'reputation' and label like '% accepted' group by 1
    union all
    select project_id, 'mail', split_part(label, ' ', 2), sum(value) from kept
      where counter = 'mail' and split_part(label, ' ', 2) in ('sent', 'bounced', 'failed', 'suppressed') group by 1, 3
  )
  select counter, label, coalesce(told.value, 0) as told, coalesce(counted.count, 0) as counted
  from told full join counted using (project_id, counter, label)
  where coalesce(told.value, 0) <> coalesce(counted.count, 0) order by counter, label`

/** Every counter that is not what counting gives, such as "contacts subscribed: 5 instead of 7". */
export async function wrongCounters({ pool, uncounted = [] }: Stage): Promise<string[]> {
  const { rows } = await pool.query<{ counter: string; label: string; told: string; counted: string }>(
    WRONG_COUNTERS,
  )
  return rows
    .filter(({ counter }) => !uncounted.includes(counter))
    .map(({ counter, label, told, counted }) => `${counter} ${label}: ${told} instead of ${counted}`)
}

/** `mayWait`: faults of the proof put emails off. */
export async function auditTables(
  stage: Stage,
  acknowledged: readonly AcknowledgedEmail[],
  { mayWait = false } = {},
): Promise<Row[]> {
  const { pool } = stage
  const count = async (sql: string, values: unknown[] = []) =>
    Number((await pool.query<{ count: string }>(sql, values)).rows[0]?.count)
  return [
    nothing(
      'acknowledged emails without a row',
      await count(
        `select count(*) from unnest($1::uuid[]) as told (id) where not exists (select from all_emails as e where e.id = told.id)`,
        [acknowledged.map(({ emailId }) => emailId)],
      ),
    ),
    nothing(
      'rows that are not SENT at the end',
      await count(`select count(*) from all_emails where status <> 'SENT'`),
    ),
    // The receiver refuses nothing, so an email that has to wait for minutes waits because of a bug.
    ...(mayWait
      ? []
      : [
          nothing(
            'attempts that were put off',
            await count("select count(*) from email_events where type = 'deferred'"),
          ),
        ]),
    nothing('counters that differ from count(*)', (await wrongCounters(stage)).length),
  ]
}
