// With which values a preview is filled: those of nobody, of a contact, or the author's own. In the address, except the own
// values, which may be long and personal.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contactListQuery } from '../../api/contacts.ts'
import type { Contact } from '../../api/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { readJsonObject } from '../../components/forms/read-json.ts'

// People type faster than this; a pause is a question.
const PAUSE_MS = 200

export type PreviewKind = 'empty' | 'contact' | 'json'
export type PreviewValues = ReturnType<typeof usePreviewValues>

/** The part of an address that says how a preview is shown. Pages put it into theirs. */
type PreviewSearch = {
  as?: 'contact' | 'json' | undefined
  contact?: string | undefined
  view?: 'phone' | 'dark' | 'text' | undefined
}
export type PreviewPlace = { search: PreviewSearch; change: (changes: PreviewSearch) => void }

export function usePreviewValues({ search, change }: PreviewPlace) {
  const { as = 'empty', contact: address = '' } = search
  const [json, setJson] = useState('{\n  "name": "Ada"\n}')
  const { found, contact, isSettled } = useContact(as === 'contact' ? address : undefined)
  const own = as === 'json' ? readJsonObject(json) : undefined
  return {
    kind: as as PreviewKind,
    json,
    setJson,
    isJsonBad: as === 'json' && own === undefined,
    address,
    /** Addresses to choose from. */
    suggestions: found.map(({ email }) => email),
    isContactUnknown: as === 'contact' && address !== '' && isSettled && contact === undefined,
    contact,
    /** As the API takes them. */
    values: { data: own ?? {}, ...(contact && { contactId: contact.id }) },
    choose: (kind: PreviewKind) => change({ as: kind === 'empty' ? undefined : kind }),
    setAddress: (text: string) => change({ contact: text || undefined }),
  }
}

type Found = { found: Contact[]; contact: Contact | undefined; isSettled: boolean }

function useContact(address: string | undefined): Found {
  const { api } = useProject()
  const asked = useDebounced(address, PAUSE_MS)
  const list = useInfiniteQuery({
    ...contactListQuery(api, { search: asked === '' ? undefined : asked }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
  const found = list.data?.pages[0]?.contacts ?? []
  const contact = address === undefined ? undefined : found.find(({ email }) => email === address.trim())
  return { found, contact, isSettled: list.isSuccess && !list.isPlaceholderData && asked === address }
}
