import pg from 'pg'
import { listAppliedMigrations, readQueueMigration } from '../../../platform/backup/catalogue.ts'
import type { ProjectId } from '../../../platform/ids.ts'

type CheckInput = {
  source: pg.Client
  target: pg.Client
  projectId: ProjectId
}

/** Refuses before anything changes what cannot work; returns the name of the project. */
export async function checkTarget({ source, target, projectId }: CheckInput): Promise<string> {
  const { rows } = await source.query<{ name: string }>('select name from projects where id = $1', [
    projectId,
  ])
  const [project] = rows
  if (!project) {
    throw new Error(`There is no project ${projectId}. List them with: npx lettermill projects list`)
  }
  await refuseOtherVersion({ source, target })
  const there = await target.query('select from projects where id = $1', [projectId])
  if (there.rowCount !== 0) {
    throw new Error('The target has this project already. Is it the same installation?')
  }
  await refuseTakenDomains({ source, target, projectId })
  await refuseStoredObjects(source, projectId)
  return project.name
}

async function refuseOtherVersion({ source, target }: Omit<CheckInput, 'projectId'>): Promise<void> {
  const [here, there] = [await listAppliedMigrations(source), await listAppliedMigrations(target)]
  const isEqual =
    JSON.stringify(here) === JSON.stringify(there) &&
    (await readQueueMigration(source)) === (await readQueueMigration(target))
  if (isEqual) return
  throw new Error('Both installations must have the same version of Lettermill. Upgrade the older one first.')
}

/** A domain is verified in one project of an installation. */
async function refuseTakenDomains({ source, target, projectId }: CheckInput): Promise<void> {
  const { rows: domains } = await source.query<{ domain: string }>(
    "select domain from domains where project_id = $1 and status = 'VERIFIED'",
    [projectId],
  )
  const { rows: taken } = await target.query<{ domain: string }>(
    "select domain from domains where status = 'VERIFIED' and domain = any ($1) order by 1",
    [domains.map(({ domain }) => domain)],
  )
  if (taken.length === 0) return
  throw new Error(
    `Another project of the target has verified ${taken.map(({ domain }) => domain).join(', ')}. Delete it there first, or here.`,
  )
}

/** An object store belongs to one installation, so the target could not read the bytes that are in it. */
export async function refuseStoredObjects(source: pg.Client, projectId: ProjectId): Promise<void> {
  const { rows: tables } = await source.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where attname = 'object_key' and relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace order by 1`,
  )
  for (const { name } of tables) {
    const { rowCount } = await source.query(
      `select from ${pg.escapeIdentifier(name)} where project_id = $1 and object_key is not null limit 1`,
      [projectId],
    )
    if (rowCount === 0) continue
    throw new Error(
      'The project has bytes in the object store, which the target cannot read. Move them into the database first: add write=false to OBJECT_STORE, restart the nodes, and run: npx lettermill objects move --to database',
    )
  }
}
