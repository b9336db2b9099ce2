import { inTransaction } from '../../platform/db/client.ts'
import type { Database, Db, Trx } from '../../platform/db/client.ts'
import { createReadTogether } from '../../platform/db/batching/read-together.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { createKey } from './keys.service.ts'
import { insertProject, listProjectsById, updateProject } from './projects.queries.ts'
import type { ProjectRow } from './projects.queries.ts'

export type CreatedProject = { row: ProjectRow; secretKey: string; publicKey: string }
type CreateProjectInput = {
  name: string
  now: Date
  secretKey?: string | undefined
  publicKey?: string | undefined
}

/** Creates a project with its first two keys, random unless given. */
export async function createProject(
  db: Db | Trx,
  { name, now, secretKey, publicKey }: CreateProjectInput,
): Promise<CreatedProject> {
  return inTransaction(db, async (trx) => {
    const projectId = newId<ProjectId>(now)
    const row = await insertProject(trx, { id: projectId, name, created_at: now, updated_at: now })
    const secret = await createKey(trx, {
      projectId,
      now,
      name: 'First secret key',
      kind: 'secret',
      text: secretKey,
    })
    const publicOne = await createKey(trx, {
      projectId,
      now,
      name: 'First public key',
      kind: 'public',
      text: publicKey,
    })
    return { row, secretKey: secret.text, publicKey: publicOne.text }
  })
}

/** Requests of a disabled project are answered with 403, on all nodes from the next request on. */
export async function setProjectDisabled(
  db: Db | Trx,
  { projectId, isDisabled, now }: { projectId: ProjectId; isDisabled: boolean; now: Date },
): Promise<ProjectRow | undefined> {
  return updateProject(db, { projectId, set: { disabled_at: isDisabled ? now : null, updated_at: now } })
}

/** Finds the settings of a project; concurrent calls share a statement. */
export function createProjectFinder(database: Database): (projectId: ProjectId) => Promise<ProjectRow> {
  const find = createReadTogether<ProjectRow>(async (ids) => {
    const rows = await listProjectsById(database, ids)
    return new Map(rows.map((row) => [row.id, row]))
  })
  return async (projectId) => {
    const row = await find(projectId)
    if (!row) throw new Error('there is no such project')
    return row
  }
}
