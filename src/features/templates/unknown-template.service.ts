import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { existingNames } from '../../platform/text/existing-names.ts'
import { listTemplateKeys } from './templates.queries.ts'

/** The error for a template that does not exist, by id or alias; it names those that do. */
export async function unknownTemplate(
  db: Db | Trx,
  { projectId, key }: { projectId: ProjectId; key: string },
): Promise<string> {
  const names = await listTemplateKeys(db, { projectId })
  return `names no template of this project. ${existingNames(key, { names, kind: 'template' })}`
}
