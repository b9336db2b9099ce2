// Keeps the filter in the URL and the edited one in sync. Pure.
import type { FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import { checkFilter, EMPTY_FILTER } from '../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'

export const serialize = (filter: FilterDraft | undefined): string => JSON.stringify(filter ?? EMPTY_FILTER)

export const parseDraft = (text: string): FilterDraft => JSON.parse(text) as FilterDraft

/** The filter to write into the URL; undefined while the draft is unfinished or equal to the last one written. */
export function urlUpdate(
  draft: FilterDraft,
  written: string,
): { text: string; tree: FilterTree | undefined } | undefined {
  const text = serialize(draft)
  if (text === written) return undefined
  if (draft.conditions.length === 0) return { text, tree: undefined }
  const checked = checkFilter(draft)
  return checked.isReady ? { text, tree: checked.tree } : undefined
}
