// Domains and their keys. Rows include the public keys; only findSigningKey reads a private key.
import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { countRows, readPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import type { DomainKeys, Domains } from '../../platform/db/tables.ts'
import type { DomainId, ProjectId, TransportId } from '../../platform/ids.ts'
import type { TypedSettings } from '../transports/index.ts'
import { trackingName } from './dns-records/domain-records.ts'
import type { KeyState, PublicKey } from './dns-records/domain-records.ts'
import type { ZoneSlot } from './dns-records/selectors.ts'

/**
 * `transports`: the ids of those that it names, in the order in which they are tried. `transport_settings`: the settings of
 * these, or of the default of the project.
 */
export type DomainRow = Selectable<Domains> & {
  transports: TransportId[]
  transport_settings: TypedSettings[]
}
export type DomainWithKeys = DomainRow & { keys: PublicKey[] }
export type DomainRef = { projectId: ProjectId; domainId: DomainId }

/** `isInbox`: reserved names count as verified. */
export type DomainFilter = { verified: boolean | undefined; isInbox: boolean }

const domainsWithTransports = (db: Db | Trx) =>
  db.selectFrom('domains').selectAll().select([TRANSPORTS, TRANSPORT_SETTINGS])

const TRANSPORTS = sql<TransportId[]>`array(
  select l.transport_id from domain_transports as l
  where l.project_id = domains.project_id and l.domain_id = domains.id order by l.place)`.as('transports')

const TRANSPORT_SETTINGS = sql<TypedSettings[]>`coalesce((
    select json_agg(json_build_object('type', t.type, 'settings', t.settings) order by l.place)
    from domain_transports as l
    join transports as t on t.project_id = l.project_id and t.id = l.transport_id
    where l.project_id = domains.project_id and l.domain_id = domains.id), (
    select json_agg(json_build_object('type', t.type, 'settings', t.settings)) from transports as t
    where t.project_id = domains.project_id and t.is_default), '[]')`.as('transport_settings')

export async function findDomain(
  db: Db | Trx,
  { projectId, domainId }: DomainRef,
): Promise<DomainWithKeys | undefined> {
  const rows = await domainsWithTransports(db)
    .where('project_id', '=', projectId)
    .where('id', '=', domainId)
    .execute()
  return (await withKeys(db, { projectId, rows }))[0]
}

export async function listDomainsByName(
  db: Db | Trx,
  { projectId, domains }: { projectId: ProjectId; domains: string[] },
): Promise<DomainWithKeys[]> {
  const rows = await domainsWithTransports(db)
    .where('project_id', '=', projectId)
    .where('domain', 'in', domains)
    .execute()
  return withKeys(db, { projectId, rows })
}

/** Lists which of these domains are verified in their project. */
export async function listVerified(
  database: Database,
  pairs: readonly { projectId: string; domain: string }[],
): Promise<{ project_id: ProjectId; domain: string }[]> {
  return executePrepared(
    database,
    'verified-domains',
    sql<{ project_id: ProjectId; domain: string }>`
      select d.project_id, d.domain
      from unnest(${pairs.map((pair) => pair.projectId)}::uuid[], ${pairs.map((pair) => pair.domain)}::text[]) as wanted (project_id, domain)
      join domains as d on d.project_id = wanted.project_id and d.domain = wanted.domain
      where d.status = 'VERIFIED'`,
  )
}

type ListOptions = { projectId: ProjectId; filter: DomainFilter; limit: number; before?: string | undefined }

/** Newest first. */
export async function listDomains(
  db: Db | Trx,
  { projectId, filter, limit, before }: ListOptions,
): Promise<Page<DomainWithKeys>> {
  const query = domainsWithTransports(db).where(matching(projectId, filter))
  const { rows, hasMore } = await readPage(query, { limit, before })
  return { rows: await withKeys(db, { projectId, rows }), hasMore }
}

export const countDomains = (
  db: Db | Trx,
  { projectId, filter }: { projectId: ProjectId; filter: DomainFilter },
): Promise<number> => countRows(db, sql`domains where ${matching(projectId, filter)}`)

function matching(projectId: ProjectId, { verified, isInbox }: DomainFilter) {
  const isVerified = sql<boolean>`(status = 'VERIFIED' or (is_reserved and ${isInbox}))`
  return verified === undefined
    ? sql<boolean>`project_id = ${projectId}`
    : sql<boolean>`project_id = ${projectId} and ${isVerified} = ${verified}`
}

async function withKeys(
  db: Db | Trx,
  { projectId, rows }: { projectId: ProjectId; rows: DomainRow[] },
): Promise<DomainWithKeys[]> {
  if (rows.length === 0) return []
  const keys = await db
    .selectFrom('domain_keys')
    .select(['domain_id', 'selector', 'state', 'public_key', 'created_at', 'retires_at', 'zone_slot'])
    .where('project_id', '=', projectId)
    .where(
      'domain_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('created_at')
    .execute()
  const byDomain = Map.groupBy(keys, (key) => key.domain_id)
  return rows.map((row) => ({ ...row, keys: (byDomain.get(row.id) ?? []).map(toPublicKey) }))
}

type KeyColumns = Pick<
  Selectable<DomainKeys>,
  'selector' | 'state' | 'public_key' | 'created_at' | 'retires_at' | 'zone_slot'
>

const toPublicKey = (row: KeyColumns): PublicKey => ({
  selector: row.selector,
  state: row.state as KeyState,
  publicKey: row.public_key,
  createdAt: row.created_at,
  retiresAt: row.retires_at,
  slot: row.zone_slot as ZoneSlot | null,
})

/** Whether another project has the domain verified. */
export async function isVerifiedElsewhere(
  db: Db | Trx,
  { projectId, domain }: { projectId: ProjectId; domain: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('domain', '=', domain)
    .where('status', '=', 'VERIFIED')
    .where('project_id', '<>', projectId)
    .executeTakeFirst()
  return row !== undefined
}

const TRACKING_PREFIX = trackingName('')

/** Whether tracked links of a project lead to the host. A domain that was only claimed has none there. */
export async function isTrackingHost(db: Db, { host }: { host: string }): Promise<boolean> {
  if (!host.startsWith(TRACKING_PREFIX)) return false
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('domain', '=', host.slice(TRACKING_PREFIX.length))
    .where('status', 'in', ['VERIFIED', 'FAILED'])
    .executeTakeFirst()
  return row !== undefined
}

/** Serializes projects that verify one domain, until the end of the transaction. */
export async function lockDomainName(trx: Trx, { domain }: { domain: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`domain ${domain}`}, 0))`.execute(trx)
}

export async function insertDomain(trx: Trx, row: Insertable<Domains>): Promise<void> {
  await trx.insertInto('domains').values(row).execute()
}

export async function insertKey(trx: Trx, row: Insertable<DomainKeys>): Promise<void> {
  await trx.insertInto('domain_keys').values(row).execute()
}

export async function lockDomain(trx: Trx, ref: DomainRef): Promise<DomainWithKeys | undefined> {
  const { projectId, domainId } = ref
  await sql`select from domains where project_id = ${projectId} and id = ${domainId} for update`.execute(trx)
  return findDomain(trx, ref)
}

/** Prevents the deletion of a domain in use, until the transaction ends. Returns false if there is none. */
export async function holdDomain(trx: Trx, { projectId, domainId }: DomainRef): Promise<boolean> {
  const { rows } = await sql`
    select from domains where project_id = ${projectId} and id = ${domainId} for share`.execute(trx)
  return rows.length > 0
}

export async function updateDomain(
  trx: Trx,
  { projectId, domainId, set }: DomainRef & { set: Updateable<Domains> },
): Promise<void> {
  await trx
    .updateTable('domains')
    .set(set)
    .where('project_id', '=', projectId)
    .where('id', '=', domainId)
    .execute()
}

/** Activates the NEXT key. The previous one is kept until its record may be removed, without its private key. */
export async function promoteNextKey(
  trx: Trx,
  { projectId, domainId, retiresAt }: DomainRef & { retiresAt: Date },
): Promise<void> {
  // In this order, because only one key may be ACTIVE.
  await sql`
    update domain_keys set state = 'RETIRING', retires_at = ${retiresAt}, private_key = null
    where project_id = ${projectId} and domain_id = ${domainId} and state = 'ACTIVE'`.execute(trx)
  await sql`
    update domain_keys set state = 'ACTIVE'
    where project_id = ${projectId} and domain_id = ${domainId} and state = 'NEXT'`.execute(trx)
}

export async function deleteRetiredKeys(
  trx: Trx,
  { projectId, domainId, now }: DomainRef & { now: Date },
): Promise<void> {
  await trx
    .deleteFrom('domain_keys')
    .where('project_id', '=', projectId)
    .where('domain_id', '=', domainId)
    .where('retires_at', '<=', now)
    .execute()
}

/** For keys that have never signed: a key that has signed retires. */
export async function deleteUnusedKeys(
  trx: Trx,
  { projectId, domainId, states }: DomainRef & { states: readonly Exclude<KeyState, 'RETIRING'>[] },
): Promise<void> {
  await trx
    .deleteFrom('domain_keys')
    .where('project_id', '=', projectId)
    .where('domain_id', '=', domainId)
    .where('state', 'in', states)
    .execute()
}

/** Those of the ids that belong to transports of the project. They cannot be deleted until the transaction ends. */
export async function holdTransports(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<TransportId[]> {
  const { rows } = await sql<{ id: TransportId }>`
    select id from transports where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for key share`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function replaceTransports(
  trx: Trx,
  { projectId, domainId, transports }: DomainRef & { transports: readonly TransportId[] },
): Promise<void> {
  await sql`
    delete from domain_transports where project_id = ${projectId} and domain_id = ${domainId}`.execute(trx)
  await sql`
    insert into domain_transports (project_id, domain_id, place, transport_id)
    select ${projectId}, ${domainId}, g.place, g.id from unnest(${transports}::uuid[]) with ordinality as g (id, place)`.execute(
    trx,
  )
}

/** Returns false if there is no such domain. The foreign key deletes its keys. */
export async function deleteDomain(db: Db | Trx, { projectId, domainId }: DomainRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('domains')
    .where('project_id', '=', projectId)
    .where('id', '=', domainId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type SigningKeyRow = { domain: string; selector: string; private_key: Buffer }

/** The only statement that reads a private key. */
export async function findSigningKey(
  db: Db | Trx,
  { projectId, domainId }: DomainRef,
): Promise<SigningKeyRow | undefined> {
  return db
    .selectFrom('domain_keys as k')
    .innerJoin('domains as d', (join) =>
      join.onRef('d.project_id', '=', 'k.project_id').onRef('d.id', '=', 'k.domain_id'),
    )
    .select(['d.domain', 'k.selector', 'k.private_key'])
    .where('k.project_id', '=', projectId)
    .where('k.domain_id', '=', domainId)
    .where('k.state', '=', 'ACTIVE')
    .where('k.private_key', 'is not', null)
    .$narrowType<{ private_key: Buffer }>()
    .executeTakeFirst()
}
