// The values of a preview: none, those of a contact, or the author's own. The choice is in the URL, except the author's own
// values, which may be long and personal.
import { useState } from 'react'
import { usePageSearch } from '../../app/page-search.ts'
import { readJsonObject } from '../../components/forms/read-json.ts'
import { useContact } from '../contact/use-contact.ts'

export type PreviewKind = 'empty' | 'contact' | 'json'
export type PreviewValues = ReturnType<typeof usePreviewValues>

export function usePreviewValues() {
  const { search, change } = usePageSearch()
  const { as = 'empty', contact: address = '' } = search
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
    setAddress: (text: string) => change({ contact: text || undefined }, { replace: true }),
  }
}
