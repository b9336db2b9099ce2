import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { counterParts, counterPartsWhere, readNamedCounters } from '../../../platform/db/counters.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { SAMPLE_DOMAIN } from '../../suppressions/index.ts'
import { SAMPLE_ALIAS, SAMPLE_MARK } from '../sample-data/sample.values.ts'
import { RETURNED_STATE, SENT_STATES } from '../../emails/emails.values.ts'

/** `hour`: in UTC, such as 2026-05-01T09; a day once it is older than some days. */
export type HourCount = { hour: string; what: string; count: number }

/** Counts the emails of each hour by state, from the counter `mail`: its labels begin with the hour, so this is a range of the primary key. */
export async function countHours(
  db: Db | Trx,
  { projectId, from }: { projectId: ProjectId; from: string },
): Promise<HourCount[]> {
  const range = sql`project_id = ${projectId} and counter = 'mail' and label >= ${from}`
  const { rows } = await sql<HourCount>`
    select split_part(label, ' ', 1) as hour, split_part(label, ' ', 2) as what, sum(value)::bigint as count
    from ${counterPartsWhere(range)} as parts group by 1, 2`.execute(db)
  return rows
}

export type SetupProgress = Record<
  | 'hasKey'
  | 'hasEmail'
  | 'hasTest'
  | 'hasContacts'
  | 'hasForm'
  | 'hasTemplate'
  | 'hasCampaign'
  | 'hasWebhook'
  | 'hasTransport',
  boolean
>

// More than the sample data has, so that emails beside it are found. A look further back would read all emails of a project.
const NEWEST_EMAILS = 2_000

/** The sample data does not count. The keys that come with a project count once they are used. */
export async function readSetupProgress(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<SetupProgress | undefined> {
  const sampleAddress = `%@${SAMPLE_DOMAIN}`
  const sampleText = `%${SAMPLE_MARK}%`
  const { rows } = await sql<SetupProgress>`
    with newest as materialized (
      select source, address from emails where project_id = ${projectId} order by id desc limit ${NEWEST_EMAILS}
    )
    select exists (select from api_keys where project_id = p.id and kind = 'secret' and revoked_at is null
        and (last_used_at is not null or created_at > p.created_at)) as "hasKey",
      exists (select from newest where address not like ${sampleAddress})
        or exists (select from email_queue where project_id = p.id and address not like ${sampleAddress}) as "hasEmail",
      exists (select from newest where source = 'TEST') as "hasTest",
      exists (select from contacts where project_id = p.id and email not like ${sampleAddress}) as "hasContacts",
      exists (select from forms where project_id = p.id
        and (consent_text is null or consent_text not like ${sampleText})) as "hasForm",
      exists (select from templates where project_id = p.id
        and (alias is null or alias not like ${`${SAMPLE_ALIAS}%`})) as "hasTemplate",
      exists (select from campaigns where project_id = p.id and status in ('SCHEDULED', 'SENDING', 'SENT')
        and (description is null or description not like ${sampleText})) as "hasCampaign",
      exists (select from webhooks where project_id = p.id) as "hasWebhook",
      exists (select from transports where project_id = p.id) as "hasTransport"
    from projects as p where id = ${projectId}`.execute(db)
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
