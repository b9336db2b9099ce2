// The segments that a filter refers to, which may refer to others. They are looked up each time a filter is used: one may
// have been deleted or changed since the filter was written.
import type { Db, Trx } from '../../platform/db/client.ts'
import { fieldPath, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId, SegmentId } from '../../platform/ids.ts'
import type { KnownSegment, KnownSegments } from './matching/filter.queries.ts'
import { isSegmentLeaf, segmentIdOf } from './language/filter-segment-leaves.schema.ts'
import { isTree } from './filters.schema.ts'
import type { FilterLeaf, FilterTree } from './filters.schema.ts'

// Each condition of each of them becomes part of the statement, as often as it is referred to. Three filters of the
// largest kind: what people build has ten conditions in all.
const MOST_CONDITIONS = 300

/** Of those that exist in the project. */
export type FindSegments = (
  db: Db | Trx,
  asked: { projectId: ProjectId; ids: readonly string[] },
) => Promise<KnownSegment[]>

type Asked = {
  projectId: ProjectId
  /** Where the caller has the filter, such as `filters`; problems are named by it. */
  field: string
  /** The segment that the filter is to be saved in: it must not come to itself. */
  savedIn?: SegmentId | undefined
  findSegments: FindSegments
}

const NONE: KnownSegments = new Map()

/** @throws AppError with the path of each leaf that names no segment, or comes back to itself */
export async function segmentsOf(db: Db | Trx, tree: FilterTree, asked: Asked): Promise<KnownSegments> {
  const leaves = [...referencesOf(tree)]
  if (leaves.length === 0) return NONE
  const known = await lookUp(
    db,
    leaves.map(({ id }) => id),
    asked,
  )
  const sizes = new Map<string, Judged>()
  const problems: FieldProblem[] = []
  let conditions = countLeaves(tree)
  for (const { id, path } of leaves) {
    const judged = judge(id, { known, sizes, above: asked.savedIn ? [asked.savedIn] : [] })
    conditions += judged.size
    const message = judged.problem ?? (conditions > MOST_CONDITIONS ? TOO_MANY : undefined)
    if (message === undefined || problems.length >= MOST_PROBLEMS) continue
    const code = judged.problem === undefined ? 'too_big' : 'custom'
    problems.push({ field: fieldPath([asked.field, ...path, 'value']), message, code })
  }
  if (problems.length > 0) throw invalidFields(...problems)
  return known
}

const TOO_MANY = `must not come to more than ${MOST_CONDITIONS} conditions with those of the segments that are referred to`
const UNKNOWN = 'names no segment of this project; it may have been deleted'
const UNKNOWN_BELOW =
  'names a segment that refers to one that has been deleted; change the filters of that segment first'
const CIRCLE = 'would make a circle: the segment refers back to itself'

type Reference = { id: string; path: readonly PropertyKey[] }

function* referencesOf(
  node: FilterTree | FilterLeaf,
  path: readonly PropertyKey[] = [],
): Generator<Reference> {
  if (isTree(node)) {
    for (const [index, inner] of node.conditions.entries()) {
      yield* referencesOf(inner, [...path, 'conditions', index])
    }
  } else if (isSegmentLeaf(node)) yield { id: segmentIdOf(node), path }
}

/** The segments that it refers to itself. */
export const segmentIdsIn = (tree: FilterTree): string[] => [...referencesOf(tree)].map(({ id }) => id)

/** Whether it refers to other segments. */
export const hasReferences = (tree: FilterTree): boolean => !referencesOf(tree).next().done

function countLeaves(node: FilterTree | FilterLeaf): number {
  if (!isTree(node)) return 1
  return node.conditions.reduce((sum, inner) => sum + countLeaves(inner), 0)
}

/** All that are referred to, level by level; no more than could be used anyway. */
async function lookUp(
  db: Db | Trx,
  ids: readonly string[],
  { projectId, findSegments }: Asked,
): Promise<Map<string, KnownSegment>> {
  const known = new Map<string, KnownSegment>()
  const asked = new Set<string>()
  let wanted = new Set(ids)
  while (wanted.size > 0 && asked.size <= MOST_CONDITIONS) {
    for (const id of wanted) asked.add(id)
    const found = await findSegments(db, { projectId, ids: [...wanted] })
    for (const segment of found) known.set(segment.id, segment)
    const next = found.flatMap(({ filters }) => (filters ? [...referencesOf(filters)] : []))
    wanted = new Set(next.map(({ id }) => id).filter((id) => !asked.has(id)))
  }
  return known
}

/** How many conditions a segment adds with all that it refers to; none of them is counted for a list. */
type Judged = { size: number; problem?: string }
type Judging = { known: KnownSegments; sizes: Map<string, Judged>; above: readonly string[] }

function judge(id: string, { known, sizes, above }: Judging): Judged {
  if (above.includes(id)) return { size: 0, problem: CIRCLE }
  const before = sizes.get(id)
  if (before) return before
  const segment = known.get(id)
  if (!segment) return { size: 0, problem: UNKNOWN }
  const judged = segment.filters ? judgeTree(segment.filters, { known, sizes, above: [...above, id] }) : LIST
  sizes.set(id, judged)
  return judged
}

const LIST: Judged = { size: 0 }

function judgeTree(tree: FilterTree, judging: Judging): Judged {
  let size = countLeaves(tree)
  for (const { id } of referencesOf(tree)) {
    const inner = judge(id, judging)
    if (inner.problem !== undefined) {
      return { size: 0, problem: inner.problem === UNKNOWN ? UNKNOWN_BELOW : inner.problem }
    }
    size += inner.size
  }
  return { size }
}
