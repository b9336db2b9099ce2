import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { requireTopics } from '../../topics/index.ts'
import type { TopicChoices } from '../contacts.schema.ts'

type ChoicesInput = {
  projectId: ProjectId
  topics?: TopicChoices | undefined
  /** Only topics that recipients may see. */
  isPublic?: boolean
}

/** @throws a 422 that names the topics that exist, if one of the choices is for another */
export async function requireChoices(
  db: Db | Trx,
  { projectId, topics = {}, isPublic = false }: ChoicesInput,
): Promise<void> {
  const keys = Object.keys(topics).map((key) => ({ key, field: `topics.${key}` }))
  await requireTopics(db, { projectId, keys, isPublic })
}
