// The segments that a filter refers to, which may refer to others. They are looked up each time the filter is used, because they
// may have been deleted or changed since it was saved.
import type { Db, Trx } from '../../platform/db/client.ts'
import { fieldPath, invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import type { FieldProblem } from '../../platform/errors.ts'
import type { ProjectId, SegmentId } from '../../platform/ids.ts'
import type { ReferencedSegment, ReferencedSegments } from './matching/filter.queries.ts'
import { isSegmentLeaf, segmentIdOf } from './language/filter-segment-leaves.schema.ts'
import type { FilterTree } from './filters.schema.ts'
import { placedLeaves } from './placed-leaves.ts'

// Each of their conditions becomes part of the statement, once per reference. Equal to three filters of the maximum size; common
// filters have ten conditions in all.
const MOST_CONDITIONS = 300

export type FindSegments = (
  db: Db | Trx,
  query: { projectId: ProjectId; ids: readonly string[] },
) => Promise<ReferencedSegment[]>

type SegmentLookup = {
  projectId: ProjectId
  /** The field of the request that has the filter, such as `filters`, for error messages. */
  field: string
  /** The segment that the filter is saved in, to which it must not refer. */
  savedIn?: SegmentId | undefined
  findSegments: FindSegments
}

const NONE: ReferencedSegments = new Map()

/** @throws AppError with the path of each leaf that names no segment, or refers back to itself */
export async function segmentsOf(
  db: Db | Trx,
  tree: FilterTree,
  lookup: SegmentLookup,
): Promise<ReferencedSegments> {
  const leaves = referencesOf(tree)
  if (leaves.length === 0) return NONE
  const segments = await findReferenced(
    db,
    leaves.map(({ id }) => id),
    lookup,
  )
  const sizes = new Map<string, SegmentSize>()
  const problems: FieldProblem[] = []
  let conditions = countLeaves(tree)
  for (const { id, path } of leaves) {
    const { size, problem } = sizeOf(id, { segments, sizes, above: lookup.savedIn ? [lookup.savedIn] : [] })
    conditions += size
    const message = problem ?? (conditions > MOST_CONDITIONS ? TOO_MANY : undefined)
    if (message === undefined || problems.length >= MOST_PROBLEMS) continue
    const code = problem === undefined ? 'too_big' : 'custom'
    problems.push({ field: fieldPath([lookup.field, ...path, 'value']), message, code })
  }
  if (problems.length > 0) throw invalidFields(...problems)
  return segments
}

const TOO_MANY = `must not have more than ${MOST_CONDITIONS} conditions, including those of the segments that it refers to`
const UNKNOWN = 'names no segment of this project; it may have been deleted'
const UNKNOWN_BELOW =
  'names a segment that refers to one that has been deleted; change the filters of that segment first'
const CIRCLE = 'would create a circle: the segment refers back to itself'

const referencesOf = (tree: FilterTree) =>
  placedLeaves(tree).flatMap(({ leaf, path }) =>
    isSegmentLeaf(leaf) ? [{ id: segmentIdOf(leaf), path }] : [],
  )

/** The segments that it refers to directly. */
export const segmentIdsIn = (tree: FilterTree): string[] => referencesOf(tree).map(({ id }) => id)

export const hasReferences = (tree: FilterTree): boolean => referencesOf(tree).length > 0

const countLeaves = (tree: FilterTree): number => placedLeaves(tree).length

/** Finds all referenced segments, level by level, up to the limit of conditions. */
async function findReferenced(
  db: Db | Trx,
  ids: readonly string[],
  { projectId, findSegments }: SegmentLookup,
): Promise<Map<string, ReferencedSegment>> {
  const segments = new Map<string, ReferencedSegment>()
  const visited = new Set<string>()
  let level = new Set(ids)
  while (level.size > 0 && visited.size <= MOST_CONDITIONS) {
    for (const id of level) visited.add(id)
    const found = await findSegments(db, { projectId, ids: [...level] })
    for (const segment of found) segments.set(segment.id, segment)
    const next = found.flatMap(({ filters }) => (filters ? referencesOf(filters) : []))
    level = new Set(next.map(({ id }) => id).filter((id) => !visited.has(id)))
  }
  return segments
}

/** How many conditions a segment adds, including those of segments that it refers to; a list adds none. */
type SegmentSize = { size: number; problem?: string }
type SizeContext = { segments: ReferencedSegments; sizes: Map<string, SegmentSize>; above: readonly string[] }

function sizeOf(id: string, { segments, sizes, above }: SizeContext): SegmentSize {
  if (above.includes(id)) return { size: 0, problem: CIRCLE }
  const before = sizes.get(id)
  if (before) return before
  const segment = segments.get(id)
  if (!segment) return { size: 0, problem: UNKNOWN }
  const size = segment.filters
    ? sizeOfTree(segment.filters, { segments, sizes, above: [...above, id] })
    : LIST
  sizes.set(id, size)
  return size
}

const LIST: SegmentSize = { size: 0 }

function sizeOfTree(tree: FilterTree, context: SizeContext): SegmentSize {
  let size = countLeaves(tree)
  for (const { id } of referencesOf(tree)) {
    const inner = sizeOf(id, context)
    if (inner.problem !== undefined) {
      return { size: 0, problem: inner.problem === UNKNOWN ? UNKNOWN_BELOW : inner.problem }
    }
    size += inner.size
  }
  return { size }
}
