import { createAnswerCache } from '../../platform/caches/answer-cache.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
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

// A topic that is deleted meanwhile is noticed when the email is sent.
const LIFETIME_MS = 10_000
const MOST_REMEMBERED = 10_000

type TopicCheck = (input: { projectId: ProjectId } & KeyInRequest) => Promise<void>

/** Like requireTopics for one key, for thousands of calls per second: a node remembers the keys that exist. */
export function createTopicCheck({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>): TopicCheck {
  const isKnown = createAnswerCache<boolean>({
    clock,
    most: MOST_REMEMBERED,
    lifetimeMs: (isThere) => (isThere ? LIFETIME_MS : 0),
  })
  return async ({ projectId, ...named }) => {
    const find = async () => (await listKnownTopics(db, { projectId })).some(({ key }) => key === named.key)
    if (!(await isKnown(`${projectId} ${named.key}`, find))) {
      await requireTopics(db, { projectId, keys: [named] })
    }
  }
}
