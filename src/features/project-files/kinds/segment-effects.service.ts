import { isDeepStrictEqual } from 'node:util'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import type { FilterTree } from '../../filters/filters.schema.ts'
import { isTooSlow } from '../../filters/index.ts'
import type { ChangeEffects, SaveContext } from '../file-kind.ts'
import { countDifference } from '../project-files.queries.ts'
import { idsBy } from '../references.ts'
import { peopleWords } from '../words-of.ts'
import { toApiFilter } from './file-filter.ts'

export type SegmentFields = {
  name: string
  description: string | null
  type: 'DYNAMIC' | 'STATIC'
  trackMembership: boolean
  /** With names in place of ids. */
  filters: FilterTree | null
}

/** Counts the contacts who enter and who leave because of new filters. */
export async function segmentEffects(
  context: SaveContext,
  { change: { fields, before } }: ChangeEffects<SegmentFields>,
): Promise<string[]> {
  const [after, earlier] = [fields.filters, before?.fields.filters ?? null]
  if (!after || isDeepStrictEqual(after, earlier)) return []
  try {
    const { entering, leaving } = await inSavepoint(context.trx, () => count(context, { after, earlier }))
    return before
      ? [
          `${peopleWords(entering, 'contact')} would enter, and ${peopleWords(leaving, 'contact')} would leave.`,
        ]
      : [`${peopleWords(entering, 'contact')} would be members.`]
  } catch (error) {
    if (!isTooSlow(error)) throw error
    return ['Its filters are too slow to count who would enter or leave.']
  }
}

type FilterChange = { after: FilterTree; earlier: FilterTree | null }

async function count({ trx, projectId, filters, ids, now }: SaveContext, { after, earlier }: FilterChange) {
  const matching = (tree: FilterTree) =>
    filters.matching(trx, toApiFilter(tree, idsBy(ids)), { projectId, now, field: 'filters' })
  const [isIn, wasIn] = [await matching(after), earlier && (await matching(earlier))]
  const run = (within: typeof trx) => countDifference(within, { projectId, isIn, wasIn })
  return filters.run(trx, { projectId, run })
}
