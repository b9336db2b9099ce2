import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { isUuid } from '../../platform/uuid.ts'

type Asked = { projectId: ProjectId; keys: readonly string[] }

/** Those of these ids and aliases that a template of the project has, as they were given. */
export async function listKnownTemplates(db: Db | Trx, { projectId, keys }: Asked): Promise<Set<string>> {
  const ids = keys.filter(isUuid)
  const { rows } = await sql<{ id: string; alias: string | null }>`
    select id, alias from templates
    where project_id = ${projectId} and (id = any(${ids}::uuid[]) or alias = any(${keys}::text[]))`.execute(
    db,
  )
  const found = new Set(rows.flatMap(({ id, alias }) => (alias === null ? [id] : [id, alias])))
  return new Set(keys.filter((key) => found.has(isUuid(key) ? key.toLowerCase() : key)))
}

/** The types of those of these segments that exist in the project, by id as it was given. */
export async function listSegmentTypes(
  db: Db | Trx,
  { projectId, keys }: Asked,
): Promise<Map<string, 'DYNAMIC' | 'STATIC'>> {
  const ids = keys.filter(isUuid)
  const { rows } = await sql<{ id: string; type: 'DYNAMIC' | 'STATIC' }>`
    select id, type from segments where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(db)
  const types = new Map(rows.map(({ id, type }) => [id, type]))
  return new Map(
    ids.flatMap((id) => {
      const type = types.get(id.toLowerCase())
      return type ? [[id, type] as const] : []
    }),
  )
}
