// The filter of the list is in the URL, so that it can be shared as a link. The draft is written there whenever it is complete.
import { useEffect, useRef, useState } from 'react'
import type { FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import { EMPTY_FILTER } from '../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'
import { parseDraft, serialize, urlUpdate } from './url-filter.ts'

// People type faster than this.
const PAUSE_MS = 300

type SetFilter = (filter: FilterTree | undefined) => void

/** `filter` is the one in the URL. */
export function useUrlFilter(filter: FilterTree | undefined, setFilter: SetFilter) {
  const [draft, setDraft] = useState<FilterDraft>(filter ?? EMPTY_FILTER)
  const written = useRef(serialize(filter))
  const latestSetFilter = useRef(setFilter)
  useEffect(() => {
    latestSetFilter.current = setFilter
  })
  const inUrl = serialize(filter)
  // The URL was changed otherwise, for example by going back.
  useEffect(() => {
    if (inUrl === written.current) return
    written.current = inUrl
    setDraft(parseDraft(inUrl))
  }, [inUrl])
  useEffect(() => {
    const next = urlUpdate(draft, written.current)
    if (!next) return
    const timer = setTimeout(() => {
      written.current = next.text
      latestSetFilter.current(next.tree)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft])
  return { draft, setDraft }
}
