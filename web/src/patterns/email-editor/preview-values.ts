// The values of a preview: none, those of a contact, or the author's own. The choice is in the URL, except the author's own
// values, which may be long and personal.
import { useState } from 'react'
import { contactListQuery } from '../../api/audience/contacts.ts'
import type { ExportFilter } from '../../api/audience/contacts.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { readJsonObject } from '../../components/forms/read-json.ts'
import { useContact } from '../contact/use-contact.ts'
import { useList } from '../list/use-list.ts'

export type PreviewKind = 'empty' | 'contact' | 'json'
export type PreviewValues = ReturnType<typeof usePreviewValues>

/** `audience`: the contacts to step through; by default all of the project. */
export function usePreviewValues(audience: ExportFilter = {}) {
  const { search, change } = usePageSearch()
  const { as = 'empty', contact: address = '' } = search
  const setAddress = (text: string) => change({ contact: text || undefined }, { replace: true })
  const people = usePeople({ audience, address, isWanted: as === 'contact', onChoose: setAddress })
  const [json, setJson] = useState('{\n  "name": "Ada"\n}')
  const { suggestions, contact, isUnknown } = useContact(as === 'contact' ? address : undefined)
  const ownValues = as === 'json' ? readJsonObject(json) : undefined
  return {
    kind: as as PreviewKind,
    json,
    setJson,
    isJsonBad: as === 'json' && ownValues === undefined,
    address,
    suggestions,
    isContactUnknown: isUnknown,
    contact,
    values: { data: ownValues ?? {}, ...(contact && { contactId: contact.id }) },
    choose: (kind: PreviewKind) => change({ as: kind === 'empty' ? undefined : kind }, { replace: true }),
    setAddress,
    people,
  }
}

type PeopleInput = {
  audience: ExportFilter
  address: string
  isWanted: boolean
  onChoose: (address: string) => void
}

/** The people before and after the one that is shown, newest first. Somebody outside of the audience is followed by the first. */
function usePeople({ audience, address, isWanted, onChoose }: PeopleInput) {
  const { api } = useProject()
  const { query, rows, total } = useList(
    { ...contactListQuery(api, audience), enabled: isWanted },
    'contacts',
  )
  const index = rows.findIndex(({ email }) => email === address.trim().toLowerCase())
  const at = (place: number) => {
    const email = rows[place]?.email
    return email === undefined ? undefined : () => onChoose(email)
  }
  const next = at(index + 1)
  const more = query.hasNextPage && !query.isFetchingNextPage ? query.fetchNextPage : undefined
  return {
    place: index === -1 ? undefined : index + 1,
    total,
    isNobody: isWanted && !query.isPending && rows.length === 0,
    previous: index > 0 ? at(index - 1) : undefined,
    next:
      next &&
      (() => {
        next()
        // The next page is there before the last of this one is shown.
        if (index + PAGE_AHEAD >= rows.length) void more?.()
      }),
  }
}

const PAGE_AHEAD = 5
