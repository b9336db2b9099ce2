import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import type { EmailId, ProjectId, TransportId } from '../../../../platform/ids.ts'
import type { ProbeKind } from './probes.values.ts'

export type NewProbe = { kind: ProbeKind; emailId: EmailId; address: string }

/** Replaces the last probes of the door: a report about one of those proves nothing about the set-up of now. */
export async function replaceProbes(
  trx: Trx,
  {
    doorId,
    projectId,
    probes,
    now,
  }: { doorId: string; projectId: ProjectId; probes: readonly NewProbe[]; now: Date },
): Promise<void> {
  await trx.deleteFrom('feedback_probes').where('door_id', '=', doorId).execute()
  const rows = probes.map(({ kind, emailId, address }) => ({
    door_id: doorId,
    kind,
    project_id: projectId,
    email_id: emailId,
    address,
    created_at: now,
  }))
  await trx.insertInto('feedback_probes').values(rows).execute()
}

/** A probe with the state of its email; null: its record has expired. */
export type ProbeRow = NewProbe & {
  createdAt: Date
  reportedAt: Date | null
  status: string | null
  reason: string | null
  sentAt: Date | null
  /** Whether it left by another transport than that of the door. */
  isByOther: boolean
}

export async function listProbes(db: Db | Trx, { doorId }: { doorId: string }): Promise<ProbeRow[]> {
  const { rows } = await sql<ProbeRow>`
    select p.kind, p.email_id as "emailId", p.address, p.created_at as "createdAt", p.reported_at as "reportedAt",
      e.status, e.reason, e.sent_at as "sentAt",
      e.sent_at is not null and e.transport_id is distinct from d.transport_id as "isByOther"
    from feedback_probes as p join feedback_doors as d on d.id = p.door_id
    left join all_emails as e on e.project_id = p.project_id and e.id = p.email_id
    where p.door_id = ${doorId}
    order by array_position(array['delivered', 'bounced', 'complained'], p.kind)`.execute(db)
  return rows
}

type ProbeSender = { projectId: ProjectId; transportId: TransportId | null; domain: string | undefined }

/**
 * A verified domain whose email may leave by a transport (null: MAIL_TRANSPORT), or the given one if it is one. Reserved
 * names never leave this machine.
 */
export async function findSenderDomain(
  db: Db | Trx,
  { projectId, transportId, domain }: ProbeSender,
): Promise<string | undefined> {
  const { rows } = await sql<{ domain: string }>`
    select d.domain from domains as d
    cross join lateral (
      select array_agg(l.transport_id) as ids from domain_transports as l
      where l.project_id = d.project_id and l.domain_id = d.id
    ) as named
    where d.project_id = ${projectId} and d.status = 'VERIFIED' and not d.is_reserved
      and (${domain ?? null}::text is null or d.domain = ${domain ?? null})
      and case when named.ids is not null then coalesce(${transportId}::uuid = any(named.ids), false)
        else ${transportId}::uuid is not distinct from (
          select t.id from transports as t where t.project_id = d.project_id and t.is_default) end
    order by d.id limit 1`.execute(db)
  return rows[0]?.domain
}
