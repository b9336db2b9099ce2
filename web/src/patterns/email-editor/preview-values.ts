// The values of a preview: none, those of a contact, or the author's own. The choice is in the URL, except the author's own
// values, which may be long and personal.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactListQuery } from '../../api/contacts.ts'
import type { Contact } from '../../api/contacts.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { readJsonObject } from '../../components/forms/read-json.ts'

// People type faster than this.
const PAUSE_MS = 200

export type PreviewKind = 'empty' | 'contact' | 'json'
export type PreviewValues = ReturnType<typeof usePreviewValues>

export function usePreviewValues() {
  const { search, change } = usePageSearch()
  const { as = 'empty', contact: address = '' } = search
  const [json, setJson] = useState('{\n  "name": "Ada"\n}')
  const { contacts, contact, isSettled } = useContact(as === 'contact' ? address : undefined)
  const ownValues = as === 'json' ? readJsonObject(json) : undefined
  return {
    kind: as as PreviewKind,
    json,
    setJson,
    isJsonBad: as === 'json' && ownValues === undefined,
    address,
    suggestions: contacts.map(({ email }) => email),
    isContactUnknown: as === 'contact' && address !== '' && isSettled && contact === undefined,
    contact,
    /** For the API. */
    values: { data: ownValues ?? {}, ...(contact && { contactId: contact.id }) },
    choose: (kind: PreviewKind) => change({ as: kind === 'empty' ? undefined : kind }, { replace: true }),
    setAddress: (text: string) => change({ contact: text || undefined }, { replace: true }),
  }
}

type ContactLookup = { contacts: Contact[]; contact: Contact | undefined; isSettled: boolean }

function useContact(address: string | undefined): ContactLookup {
  const { api } = useProject()
  const debounced = useDebounced(address, PAUSE_MS)
  const list = useInfiniteQuery({
    ...contactListQuery(api, { search: debounced === '' ? undefined : debounced }),
    enabled: debounced !== undefined,
    placeholderData: keepPreviousData,
  })
  const contacts = list.data?.pages[0]?.contacts ?? []
  const contact = address === undefined ? undefined : contacts.find(({ email }) => email === address.trim())
  return { contacts, contact, isSettled: list.isSuccess && !list.isPlaceholderData && debounced === address }
}
