import type { Db, Trx } from '../../platform/db/client.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { listKnownTopics } from './topics.queries.ts'
import type { KnownTopic } from './topics.queries.ts'

type KeyInRequest = { key: string; field: string }

type RequiredTopics = {
  projectId: ProjectId
  keys: readonly KeyInRequest[]
  /** For a caller that anyone can be: only topics that recipients may see exist. */
  isPublic?: boolean
}

/** All topics, by key. Throws a 422 that names them if one of `keys` is missing. Without keys nothing is read. */
export async function requireTopics(
  db: Db | Trx,
  { projectId, keys, isPublic = false }: RequiredTopics,
): Promise<Map<string, KnownTopic>> {
  if (keys.length === 0) return new Map()
  const all = (await listKnownTopics(db, { projectId })).filter((topic) => topic.isPublic || !isPublic)
  const known = new Map(all.map((topic) => [topic.key, topic]))
  const problems = keys.flatMap(({ key, field }) =>
    known.has(key) ? [] : [unknownTopic({ key, field, known: [...known.keys()] })],
  )
  if (problems.length > 0) throw invalidFields(...problems)
  return known
}

// Longer than any key.
const LONGEST_SHOWN = 60

export const unknownTopic = ({
  key,
  field,
  known,
}: KeyInRequest & { known: readonly string[] }): FieldProblem => ({
  field: field.slice(0, LONGEST_SHOWN),
  message:
    known.length === 0
      ? 'there are no topics yet; create them with POST /topics'
      : `there is no topic ${key.slice(0, LONGEST_SHOWN)}; the topics are ${known.join(', ')}`,
  code: 'invalid_enum_value',
})
