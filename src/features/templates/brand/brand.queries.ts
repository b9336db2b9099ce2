import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, TemplateId } from '../../../platform/ids.ts'
import { DEFAULT_BRAND } from './brand.schema.ts'
import type { BrandKit } from './brand.schema.ts'

type Tenant = { projectId: ProjectId }

/** Version 0: the project has never changed it. */
export type StoredBrand = { kit: BrandKit; version: number; updatedAt: Date | null }

const NONE: StoredBrand = { kit: DEFAULT_BRAND, version: 0, updatedAt: null }

export async function findBrand(db: Db | Trx, { projectId }: Tenant): Promise<StoredBrand> {
  const { rows } = await sql<StoredBrand>`
    select kit, version, updated_at as "updatedAt" from brand_kits where project_id = ${projectId}`.execute(
    db,
  )
  return rows[0] ?? NONE
}

/** For caches of texts that are generated again and again. */
export async function readBrandVersion(db: Db | Trx, { projectId }: Tenant): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from brand_kits where project_id = ${projectId}`.execute(db)
  return rows[0]?.version ?? 0
}

const lockKey = (projectId: ProjectId) => sql`hashtextextended('brand ' || ${projectId}, 0)`

/** One at a time changes the kit; waits for emails that are being saved with it. */
export async function lockBrand(trx: Trx, { projectId }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(projectId)})`.execute(trx)
}

/** Keeps the kit as it is until the transaction ends. False if it is no longer at this version. */
export async function holdBrand(
  trx: Trx,
  { projectId, version }: Tenant & { version: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey(projectId)})`.execute(trx)
  return (await readBrandVersion(trx, { projectId })) === version
}

export async function saveBrand(
  trx: Trx,
  { projectId, kit, version, now }: Tenant & { kit: BrandKit; version: number; now: Date },
): Promise<void> {
  await sql`
    insert into brand_kits (project_id, kit, version, updated_at)
    values (${projectId}, ${JSON.stringify(kit)}, ${version}, ${now})
    on conflict (project_id) do update
      set kit = excluded.kit, version = excluded.version, updated_at = excluded.updated_at`.execute(trx)
}

type TemplatesQuery = Tenant & { limit: number; after: TemplateId | null }

/** The templates made of blocks, in the order of their ids. */
export async function listBlockTemplates(
  db: Db | Trx,
  { projectId, limit, after }: TemplatesQuery,
): Promise<TemplateId[]> {
  const { rows } = await sql<{ id: TemplateId }>`
    select t.id from templates t
    join template_versions v on v.project_id = t.project_id and v.template_id = t.id and v.version = t.version
    where t.project_id = ${projectId} and v.blocks is not null
      and (${after}::uuid is null or t.id > ${after}::uuid)
    order by t.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
