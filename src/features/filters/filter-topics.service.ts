// The topics that a filter refers to. Like segments, they are looked up each time the filter is used.
import type { Db, Trx } from '../../platform/db/client.ts'
import { fieldPath, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { parseField } from './language/filter-fields.schema.ts'
import type { ReferencedSegments, ReferencedTopic, ReferencedTopics } from './matching/filter.queries.ts'
import type { FilterTree } from './filters.schema.ts'
import { placedLeaves } from './placed-leaves.ts'

/** All topics of the project. */
export type FindTopics = (db: Db | Trx, query: { projectId: ProjectId }) => Promise<ReferencedTopic[]>

type TopicLookup = {
  projectId: ProjectId
  /** The field of the request that has the filter, for error messages. */
  field: string
  /** The segments that the filter refers to, whose filters may name topics too. */
  segments: ReferencedSegments
  findTopics: FindTopics
}

const NONE: ReferencedTopics = new Map()

/** @throws AppError with the path of each leaf whose topic does not exist, and the topics that do */
export async function topicsOf(
  db: Db | Trx,
  tree: FilterTree,
  { projectId, field, segments, findTopics }: TopicLookup,
): Promise<ReferencedTopics> {
  const own = referencesOf(tree)
  const inner = [...segments.values()].flatMap(({ name, filters }) =>
    filters ? referencesOf(filters).map(({ key }) => ({ key, name })) : [],
  )
  if (own.length === 0 && inner.length === 0) return NONE
  const topics = new Map((await findTopics(db, { projectId })).map((topic) => [topic.key, topic]))
  const problems = [
    ...own
      .filter(({ key }) => !topics.has(key))
      .map(({ path }) => ({
        field: fieldPath([field, ...path, 'field']),
        message: `names no topic of this project; ${namesOf(topics)}`,
      })),
    ...inner
      .filter(({ key }) => !topics.has(key))
      .map(({ name }) => ({
        field,
        message: `refers to the segment ${name}, which names a topic that has been deleted; change the filters of that segment first`,
      })),
  ]
  if (problems.length > 0) {
    throw invalidFields(
      ...problems.slice(0, MOST_PROBLEMS).map((problem) => ({ ...problem, code: 'custom' as const })),
    )
  }
  return topics
}

const namesOf = (topics: ReferencedTopics) =>
  topics.size === 0 ? 'there are none yet' : `its topics are ${[...topics.keys()].join(', ')}`

/** The keys of the topics that it names directly. */
export const topicKeysIn = (tree: FilterTree): string[] => referencesOf(tree).map(({ key }) => key)

const referencesOf = (tree: FilterTree) =>
  placedLeaves(tree).flatMap(({ leaf, path }) => {
    const parsed = parseField(leaf.field)
    return parsed.ok && parsed.field.kind === 'topic' ? [{ key: parsed.field.key, path }] : []
  })
