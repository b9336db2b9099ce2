// The filter of the list is in the address, so that it can be shared as a link. What is being built is here, and goes into
// the address whenever it is finished.
import { useEffect, useRef, useState } from 'react'
import type { FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import { EMPTY_FILTER } from '../../patterns/filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../patterns/filter-builder/filter-draft.ts'
import { draftOf, textOf, toSay } from './address-filter.ts'

// People type faster than this; a pause is a question.
const PAUSE_MS = 300

type Say = (filter: FilterTree | undefined) => void

/** `filter` is what the address has, `say` puts another one there. */
export function useAddressFilter(filter: FilterTree | undefined, say: Say) {
  const [draft, setDraft] = useState<FilterDraft>(filter ?? EMPTY_FILTER)
  const said = useRef(textOf(filter))
  const sayNow = useRef(say)
  useEffect(() => {
    sayNow.current = say
  })
  const inAddress = textOf(filter)
  // The address was changed otherwise, for example by going back.
  useEffect(() => {
    if (inAddress === said.current) return
    said.current = inAddress
    setDraft(draftOf(inAddress))
  }, [inAddress])
  useEffect(() => {
    const next = toSay(draft, said.current)
    if (!next) return
    const timer = setTimeout(() => {
      said.current = next.text
      sayNow.current(next.tree)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft])
  return { draft, setDraft }
}
