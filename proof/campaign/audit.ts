// After a run: compares the fixed recipients, the emails of the receiver, and the tables and counters.
import { copiesOf, nothing, wrongCounters } from '../harness/audit.ts'
import type { Row } from '../harness/promise-table.ts'
import type { Stage } from '../harness/stage.ts'
import type { Campaign } from './steps.ts'

type State = { id: string; place: string; status: string }

/** The place of each recipient at the end. Only recipients whose contact was deleted before their turn stay in the ledger. */
async function readStates({ pool }: Stage, { id }: Campaign): Promise<State[]> {
  const { rows } = await pool.query<State>(
    `select id, 'record' as place, status from emails where campaign_id = $1
     union all select email_id, 'queue', status from email_queue where campaign_id = $1
     union all select r.email_id, 'ledger', case when exists (select from contacts as k where k.id = r.contact_id)
       then 'FORGOTTEN' else 'CANCELLED' end from campaign_recipients as r where r.campaign_id = $1`,
    [id],
  )
  return rows
}

const WRONG_CAMPAIGN_COUNTERS = `
  with told as (
    select substr(label, 38) as state, sum(value) as value from (
      select counter, label, value from counters union all select counter, label, delta from counter_deltas) as parts
    where counter = 'campaigns' and starts_with(label, $1::text) group by 1
  ), counted as (
    select part || campaign_email_state(status, sent_at, reason) as state, count(*) as value
    from emails cross join lateral campaign_parts(cohort) as part where campaign_id = $1::uuid group by 1
  )
  select count(*) from told full join counted using (state)
  where coalesce(told.value, 0) <> coalesce(counted.value, 0)`

export async function auditCampaign(stage: Stage, campaign: Campaign): Promise<Row[]> {
  const states = await readStates(stage, campaign)
  const places = new Map<string, number>()
  for (const { id } of states) places.set(id, (places.get(id) ?? 0) + 1)
  const copies = copiesOf(stage.sink.arrivals)
  const frozen = [...campaign.frozen]
  const sent = states.filter(({ status }) => status === 'SENT')
  const others = states.filter(({ status }) => status !== 'SENT')
  const wrong = await stage.pool.query<{ count: string }>(WRONG_CAMPAIGN_COUNTERS, [campaign.id])
  const kinds = Map.groupBy(states, ({ status, place }) => `${status} (${place})`)
  return [
    { what: 'recipients when they were fixed', measured: frozen.length },
    ...[...kinds].map(([kind, found]) => ({ what: `  ${kind}`, measured: found.length })),
    nothing('recipients that are nowhere', frozen.filter((id) => !places.has(id)).length),
    nothing(
      'recipients that are in more than one place',
      [...places.values()].filter((count) => count > 1).length,
    ),
    nothing(
      'emails to somebody who was not among them',
      [...places.keys()].filter((id) => !campaign.frozen.has(id)).length,
    ),
    nothing(
      'recipients without an end',
      others.filter(({ place, status }) => place === 'queue' || status === 'FORGOTTEN').length,
    ),
    nothing('SENT, but missing at the receiver', sent.filter(({ id }) => !copies.has(id)).length),
    nothing(
      'arrived, but not known as a recipient',
      [...copies.keys()].filter((id) => !campaign.frozen.has(id)).length,
    ),
    nothing('figures of the campaign that differ from count(*)', Number(wrong.rows[0]?.count)),
    nothing('other counters that differ from count(*)', (await wrongCounters(stage)).length),
  ]
}
