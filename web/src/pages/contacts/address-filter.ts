// How the filter of the list and the one that is being built follow each other. Pure.
import type { FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import { checkFilter, EMPTY_FILTER } from '../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'

/** By which two filters are compared. */
export const textOf = (filter: FilterDraft | undefined): string => JSON.stringify(filter ?? EMPTY_FILTER)

export const draftOf = (text: string): FilterDraft => JSON.parse(text) as FilterDraft

/** What the address should have for a draft; undefined while that is unfinished, or what was last `said`. */
export function toSay(
  draft: FilterDraft,
  said: string,
): { text: string; tree: FilterTree | undefined } | undefined {
  const text = textOf(draft)
  if (text === said) return undefined
  if (draft.conditions.length === 0) return { text, tree: undefined }
  const checked = checkFilter(draft)
  return checked.isReady ? { text, tree: checked.tree } : undefined
}
