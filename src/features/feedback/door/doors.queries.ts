import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { FeedbackDoors } from '../../../platform/db/tables.ts'
import type { EmailId, ProjectId, TransportId } from '../../../platform/ids.ts'
import type { EmailRef } from '../../delivery/index.ts'
import { transportOfRoute } from '../../transports/index.ts'
import type { ProviderEvent } from '../../../platform/email/feedback/providers/provider-event.ts'

export type DoorRow = Selectable<FeedbackDoors>

/** By the digest of its token, or of the token before a rotation, until the grace period ends. */
export async function findDoorOfToken(
  db: Db,
  { digest, now }: { digest: Buffer; now: Date },
): Promise<DoorRow | undefined> {
  return db
    .selectFrom('feedback_doors')
    .selectAll()
    .where((where) =>
      where.or([
        where('token_digest', '=', digest),
        where.and([where('former_digest', '=', digest), where('former_until', '>', now)]),
      ]),
    )
    .executeTakeFirst()
}

/** The transport of a door; undefined: MAIL_TRANSPORT. */
export type DoorOwner = { projectId: ProjectId; transportId: TransportId } | undefined

const MAIL_TRANSPORT = 'MAIL_TRANSPORT'
const nameOf = (owner: DoorOwner): string => owner?.transportId ?? MAIL_TRANSPORT

/** Undefined before it is asked for the first time. */
export async function findDoor(db: Db | Trx, owner: DoorOwner): Promise<DoorRow | undefined> {
  return db.selectFrom('feedback_doors').selectAll().where('transport', '=', nameOf(owner)).executeTakeFirst()
}

export async function lockDoor(trx: Trx, id: string): Promise<DoorRow> {
  return trx
    .selectFrom('feedback_doors')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export type NewDoor = Pick<DoorRow, 'id' | 'token_digest' | 'token' | 'created_at'>

/** If two requests come together, the first insert wins. */
export async function insertDoor(
  db: Db | Trx,
  { owner, ...door }: NewDoor & { owner: DoorOwner },
): Promise<void> {
  const record = { project_id: owner?.projectId ?? null, transport_id: owner?.transportId ?? null }
  await db
    .insertInto('feedback_doors')
    .values({ ...door, ...record, transport: nameOf(owner) })
    .onConflict((conflict) => conflict.column('transport').doNothing())
    .execute()
}

export async function updateDoor(
  trx: Db | Trx,
  id: string,
  values: Partial<Omit<DoorRow, 'id' | 'created_at'>>,
): Promise<void> {
  await trx.updateTable('feedback_doors').set(values).where('id', '=', id).execute()
}

/** Once a minute is enough, and reports that come together do not wait for each other's row. */
export async function noteReport(trx: Trx, { id, now }: { id: string; now: Date }): Promise<void> {
  await sql`
    update feedback_doors set last_report_at = ${now}
    where id = ${id} and (last_report_at is null or last_report_at < ${now}::timestamptz - interval '1 minute')`.execute(
    trx,
  )
}

/** Often enough to follow a change of the set-up; a provider that is refused tries again and again. */
export async function noteRefusal(
  db: Db,
  { id, refusal, now }: { id: string; refusal: string; now: Date },
): Promise<void> {
  await sql`
    update feedback_doors set refused_at = ${now}, refusal = ${refusal}
    where id = ${id} and (refused_at is null or refused_at < ${now}::timestamptz - interval '5 seconds')`.execute(
    db,
  )
}

/**
 * Those of the emails that left, or are leaving, by a transport; null: MAIL_TRANSPORT. A report may overtake the record of
 * its email, which is in the queue then.
 */
export async function listEmailsOfTransport(
  db: Db,
  { transportId, refs }: { transportId: TransportId | null; refs: readonly EmailRef[] },
): Promise<Set<EmailId>> {
  if (refs.length === 0) return new Set()
  const { rows } = await sql<{ id: EmailId }>`
    select e.id from unnest(${refs.map((one) => one.projectId)}::uuid[], ${refs.map((one) => one.emailId)}::uuid[])
      as g (project_id, id)
    join all_emails as e on e.project_id = g.project_id and e.id = g.id
    where coalesce(e.transport_id, ${transportOfRoute(sql`e.route_id`)}) is not distinct from ${transportId}::uuid`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export type MatchedEvent = { projectId: ProjectId; emailId: EmailId; event: ProviderEvent }

type MatchedReports = { doorId: string; provider: string; matched: readonly MatchedEvent[]; now: Date }

/** Stores reports to be applied, and notes those that a probe of the door waits for. */
export async function insertReports(
  trx: Trx,
  { doorId, provider, matched, now }: MatchedReports,
): Promise<void> {
  if (matched.length === 0) return
  const rows = matched.map(({ projectId, emailId, event }) => ({
    project_id: projectId,
    email_id: emailId,
    is_delivery: event.kind === 'delivered',
    kind: event.kind,
    event,
  }))
  // A project that was deleted meanwhile has no emails either.
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (project_id uuid, email_id uuid, is_delivery boolean, kind text, event jsonb)
    ), proven as (
      update feedback_probes as p set reported_at = ${now} from given as g
      where p.door_id = ${doorId} and p.project_id = g.project_id and p.email_id = g.email_id and p.kind = g.kind
        and p.reported_at is null
    )
    insert into provider_reports (project_id, email_id, is_delivery, provider, event)
    select g.project_id, g.email_id, g.is_delivery, ${provider}, g.event from given as g
    where exists (select from projects as p where p.id = g.project_id)`.execute(trx)
}

// Reports about emails of other programs that use the same account fill it.
const MOST_UNMATCHED = 10_000

type UnmatchedEvents = { doorId: string; provider: string; events: readonly ProviderEvent[]; now: Date }

/** Keeps as many as there is room for. Returns how many were left out. */
export async function insertUnmatched(
  trx: Trx,
  { doorId, provider, events, now }: UnmatchedEvents,
): Promise<number> {
  if (events.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from unmatched_reports where door_id = ${doorId} limit ${MOST_UNMATCHED}
    ) as kept`.execute(trx)
  const kept = events.slice(0, Math.max(0, MOST_UNMATCHED - (rows[0]?.count ?? 0)))
  if (kept.length > 0) {
    await sql`
      insert into unmatched_reports (door_id, provider, event, received_at)
      select ${doorId}, ${provider}, g.value, ${now} from jsonb_array_elements(${JSON.stringify(kept)}::jsonb) as g`.execute(
      trx,
    )
  }
  return events.length - kept.length
}

/** `transportId`: that of its door; null: MAIL_TRANSPORT. */
export type UnmatchedReport = {
  id: number
  doorId: string
  provider: string
  transportId: TransportId | null
  event: ProviderEvent
}

/** In the order in which they came. */
export async function listUnmatched(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<UnmatchedReport[]> {
  const { rows } = await sql<UnmatchedReport>`
    select r.id, r.door_id as "doorId", r.provider, d.transport_id as "transportId", r.event
    from unmatched_reports as r join feedback_doors as d on d.id = r.door_id
    where r.id > ${after} order by r.id limit ${limit}`.execute(db)
  return rows
}

export async function deleteUnmatched(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`delete from unmatched_reports where id = any(${ids}::bigint[])`.execute(trx)
}

/** Returns how many there were, by provider. */
export async function deleteOldUnmatched(
  db: Db,
  { before }: { before: Date },
): Promise<{ provider: string; count: number }[]> {
  const { rows } = await sql<{ provider: string; count: number }>`
    with gone as (delete from unmatched_reports where received_at < ${before} returning provider)
    select provider, count(*)::int as count from gone group by 1`.execute(db)
  return rows
}

/** False if the token was used before. */
export async function useReportToken(
  trx: Trx,
  { doorId, token, now }: { doorId: string; token: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_report_tokens')
    .values({ door_id: doorId, token, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteOldTokens(db: Db, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('used_report_tokens').where('used_at', '<', before).execute()
}
