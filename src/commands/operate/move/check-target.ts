import pg from 'pg'
import { listAppliedMigrations, readQueueMigration } from '../../../platform/backup/catalogue.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { listObjectTables } from '../../../platform/objects/unused-objects.queries.ts'

type CheckInput = {
  source: pg.Client
  target: pg.Client
  projectId: ProjectId
  /** The stores of both. */
  from: ObjectStore
  to: ObjectStore
}

/** Refuses before anything changes what cannot work; returns the name of the project. */
export async function checkTarget(input: CheckInput): Promise<string> {
  const { source, target, projectId } = input
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
  await refuseMissingStore(input)
  return project.name
}

async function refuseOtherVersion({ source, target }: Pick<CheckInput, 'source' | 'target'>): Promise<void> {
  const [here, there] = [await listAppliedMigrations(source), await listAppliedMigrations(target)]
  const isEqual =
    JSON.stringify(here) === JSON.stringify(there) &&
    (await readQueueMigration(source)) === (await readQueueMigration(target))
  if (isEqual) return
  throw new Error('Both installations must have the same version of Lettermill. Upgrade the older one first.')
}

/** A domain is verified in one project of an installation. */
async function refuseTakenDomains({
  source,
  target,
  projectId,
}: Pick<CheckInput, 'source' | 'target' | 'projectId'>): Promise<void> {
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

/** Both sides need a store of their own, between which the objects are copied. */
async function refuseMissingStore({ source, projectId, from, to }: CheckInput): Promise<void> {
  if (!(await hasObjects(source, projectId))) return
  if (!from.isSet) {
    throw new Error(
      'The project has bytes in an object store, and OBJECT_STORE is not set here. Set it as its server does.',
    )
  }
  if (to.isWritten) return
  throw new Error(
    'The project has bytes in the object store, and the target has none to write to. Set OBJECT_STORE there; or move the bytes into the database first: add write=false to OBJECT_STORE here, restart the nodes, and run: npx lettermill objects move --to database',
  )
}

async function hasObjects(source: pg.Client, projectId: ProjectId): Promise<boolean> {
  for (const name of await listObjectTables(source)) {
    const { rowCount } = await source.query(
      `select from ${pg.escapeIdentifier(name)} where project_id = $1 and object_key is not null limit 1`,
      [projectId],
    )
    if (rowCount !== 0) return true
  }
  return false
}
