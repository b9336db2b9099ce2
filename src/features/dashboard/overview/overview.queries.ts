import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { counterParts, counterPartsWhere, readNamedCounters } from '../../../platform/db/counters.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { RETURNED_STATE, SENT_STATES } from '../../emails/emails.values.ts'

export type DayCount = { day: string; what: string; count: number }

/** Counts the emails of each day by state, from the counter `mail`: its labels begin with the day, so this is a range of the primary key. */
export async function countDays(
  db: Db | Trx,
  { projectId, from }: { projectId: ProjectId; from: string },
): Promise<DayCount[]> {
  const range = sql`project_id = ${projectId} and counter = 'mail' and label >= ${from}`
  const { rows } = await sql<DayCount>`
    select left(label, 10) as day, split_part(label, ' ', 2) as what, sum(value)::bigint as count
    from ${counterPartsWhere(range)} as parts group by 1, 2`.execute(db)
  return rows
}

export type SetupProgress = { hasEmail: boolean; hasTemplate: boolean; hasSender: boolean; members: number }

export async function readSetupProgress(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<SetupProgress | undefined> {
  const { rows } = await sql<SetupProgress>`
    select exists (select from all_emails where project_id = ${projectId}) as "hasEmail",
      exists (select from templates where project_id = ${projectId}) as "hasTemplate",
      default_from is not null as "hasSender",
      (select count(*)::int from members where project_id = ${projectId}) as members
    from projects where id = ${projectId}`.execute(db)
  return rows[0]
}

export type RunningCampaign = {
  id: string
  name: string
  status: 'SCHEDULED' | 'SENDING' | 'SENT'
  isPaused: boolean
  scheduledAt: Date | null
  sentAt: Date | null
  recipients: number | null
  sent: number
  delivered: number
  opened: number
  clicked: number
}

const COUNTERS = [...SENT_STATES, 'opened', 'clicked'] as const

/** Campaigns being sent first, then scheduled ones, then the last sent. The figures come from the counter `campaigns`. */
export async function listRunningCampaigns(
  db: Db | Trx,
  { projectId, limit }: { projectId: ProjectId; limit: number },
): Promise<RunningCampaign[]> {
  const { rows } = await sql<Omit<RunningCampaign, 'sent' | 'delivered' | 'opened' | 'clicked'>>`
    select id, name, status, paused_at is not null as "isPaused", scheduled_at as "scheduledAt", sent_at as "sentAt",
      recipient_count - acted_count as recipients
    from campaigns where project_id = ${projectId} and status in ('SENDING', 'SCHEDULED', 'SENT')
    order by array_position(array['SENDING', 'SCHEDULED', 'SENT'], status), id desc
    limit ${limit}`.execute(db)
  const names = rows.map(({ id }) => id)
  const counted = await readNamedCounters(db, { projectId, counter: 'campaigns', names, rests: COUNTERS })
  return rows.map((row) => {
    const countOf = (what: (typeof COUNTERS)[number]) => counted.get(row.id)?.get(what) ?? 0
    const sent = SENT_STATES.reduce((sum, state) => sum + countOf(state), 0)
    return {
      ...row,
      sent,
      delivered: sent - countOf(RETURNED_STATE),
      opened: countOf('opened'),
      clicked: countOf('clicked'),
    }
  })
}

export type ActiveWorkflow = { id: string; name: string; active: number; completed: number; failed: number }

/** Enabled workflows, those with the most active executions first. */
export async function listActiveWorkflows(
  db: Db | Trx,
  { projectId, limit }: { projectId: ProjectId; limit: number },
): Promise<ActiveWorkflow[]> {
  const { rows } = await sql<ActiveWorkflow>`
    with counted as (
      select left(label, 36) as workflow_id, substr(label, 38) as status, sum(value) as value
      from ${counterParts({ projectId, counter: 'workflow_executions' })} as parts group by 1, 2
    )
    select w.id, w.name,
      coalesce(sum(value) filter (where status in ('RUNNING', 'WAITING')), 0)::bigint as active,
      coalesce(sum(value) filter (where status = 'COMPLETED'), 0)::bigint as completed,
      coalesce(sum(value) filter (where status = 'FAILED'), 0)::bigint as failed
    from workflows as w left join counted on counted.workflow_id = w.id::text
    where w.project_id = ${projectId} and w.enabled
    group by w.id, w.name order by active desc, w.id desc limit ${limit}`.execute(db)
  return rows
}
