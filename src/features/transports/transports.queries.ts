import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { countRows, readPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { Transports } from '../../platform/db/tables.ts'
import type { DomainId, ProjectId, TransportId } from '../../platform/ids.ts'
import type { TypedSettings } from './transport-settings.ts'
import type { TransportType } from './transports.values.ts'
import { troubleOfRoute } from './troubles.queries.ts'

export type TransportRow = Omit<Selectable<Transports>, keyof TypedSettings> & TypedSettings
export type TransportOf<Type extends TransportType> = Extract<TransportRow, { type: Type }>
export type TransportRef = { projectId: ProjectId; transportId: TransportId }

/** A transport with what others know of it. */
export type ShownTransport = TransportRow & {
  domains: { id: DomainId; domain: string }[]
  trouble: { reason: string; since: Date } | null
}

const DOMAINS = sql<ShownTransport['domains']>`(
  select coalesce(json_agg(json_build_object('id', d.id, 'domain', d.domain) order by d.domain), '[]')
  from domain_transports as l join domains as d on d.project_id = l.project_id and d.id = l.domain_id
  where l.project_id = transports.project_id and l.transport_id = transports.id)`.as('domains')

const TROUBLE = sql<ShownTransport['trouble']>`(
  select json_build_object('reason', one.reason, 'since', one.since)
  from (${troubleOfRoute(sql.ref('transports.route_id'))}) as one)`.as('trouble')

const shown = (db: Db | Trx, { projectId }: { projectId: ProjectId }) =>
  db.selectFrom('transports').selectAll().select([DOMAINS, TROUBLE]).where('project_id', '=', projectId)

export const findTransport = (db: Db | Trx, ref: TransportRef): Promise<ShownTransport | undefined> =>
  shown(db, ref).where('id', '=', ref.transportId).$castTo<ShownTransport>().executeTakeFirst()

/** Newest first. */
export const listTransports = (
  db: Db | Trx,
  { projectId, limit, before }: { projectId: ProjectId; limit: number; before: string | undefined },
): Promise<Page<ShownTransport>> =>
  readPage(shown(db, { projectId }).$castTo<ShownTransport>(), { limit, before })

export const countTransports = (db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<number> =>
  countRows(db, sql`transports where project_id = ${projectId}`)

export const lockTransport = (
  trx: Trx,
  { projectId, transportId }: TransportRef,
): Promise<TransportRow | undefined> =>
  trx
    .selectFrom('transports')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', transportId)
    .forUpdate()
    .$castTo<TransportRow>()
    .executeTakeFirst()

export async function insertTransport(trx: Trx, transport: Insertable<Transports>): Promise<void> {
  await trx.insertInto('transports').values(transport).execute()
}

export async function updateTransport(
  trx: Trx,
  { projectId, transportId, ...changes }: TransportRef & Updateable<Transports>,
): Promise<void> {
  await trx
    .updateTable('transports')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('id', '=', transportId)
    .execute()
}

/** Unless the settings were changed meanwhile. The time of the change stays, because nobody has to connect again. */
export async function storeSecrets(
  db: Db,
  { projectId, transportId, secrets, updatedAt }: TransportRef & { secrets: Buffer | null; updatedAt: Date },
): Promise<void> {
  await db
    .updateTable('transports')
    .set({ secrets })
    .where('project_id', '=', projectId)
    .where('id', '=', transportId)
    .where('updated_at', '=', updatedAt)
    .execute()
}

/** Before another one becomes the default. */
export async function clearDefault(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`update transports set is_default = false where project_id = ${projectId} and is_default`.execute(
    trx,
  )
}

/** Two concurrent changes would each see room for one more, or the default of the other. */
export async function lockTransports(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('lettermill transports ' || ${projectId}, 0))`.execute(
    trx,
  )
}

/** Whether email waits for it. */
export async function hasWaitingEmail(
  trx: Trx,
  { projectId, transportId, routeId }: TransportRef & { routeId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from email_queue where project_id = ${projectId} and (route_id = ${routeId} or route_id in (
      select route_id from destinations where project_id = ${projectId} and transport_id = ${transportId}
    )) limit 1`.execute(trx)
  return rows.length > 0
}

/** The foreign key of domain_transports rejects it while a domain names it. */
export async function deleteTransport(trx: Trx, { projectId, transportId }: TransportRef): Promise<void> {
  await trx
    .deleteFrom('transports')
    .where('project_id', '=', projectId)
    .where('id', '=', transportId)
    .execute()
}
