import type { Db, Trx } from '../../platform/db/client.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { listKnownTopics } from './topics.queries.ts'
import type { KnownTopic } from './topics.queries.ts'

type KeyInRequest = { key: string; field: string }

/** The topics with these keys, by key. Throws a 422 that names the keys that exist. Without keys nothing is read. */
export async function requireTopics(
  db: Db | Trx,
  { projectId, keys }: { projectId: ProjectId; keys: readonly KeyInRequest[] },
): Promise<Map<string, KnownTopic>> {
  if (keys.length === 0) return new Map()
  const known = new Map((await listKnownTopics(db, { projectId })).map((topic) => [topic.key, topic]))
  const problems = keys.flatMap(({ key, field }) =>
    known.has(key) ? [] : [unknownTopic({ key, field, known: [...known.keys()] })],
  )
  if (problems.length > 0) throw invalidFields(...problems)
  return known
}

export const unknownTopic = ({
  key,
  field,
  known,
}: KeyInRequest & { known: readonly string[] }): FieldProblem => ({
  field,
  message:
    known.length === 0
      ? `there is no topic ${key}: create topics with POST /topics`
      : `there is no topic ${key}; the topics of the project are ${known.join(', ')}`,
  code: 'invalid_enum_value',
})
