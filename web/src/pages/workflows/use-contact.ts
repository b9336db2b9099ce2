import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { contactListQuery } from '../../api/contacts.ts'
import type { Contact } from '../../api/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'

// People type faster than this; a pause is a question.
const PAUSE_MS = 200

type Found = {
  /** Addresses to choose from. */
  suggestions: string[]
  contact: Contact | undefined
  /** There is nobody with this address. */
  isUnknown: boolean
}

/** The contact of an address, while it is typed. */
export function useContact(address: string): Found {
  const { api } = useProject()
  const asked = useDebounced(address.trim(), PAUSE_MS)
  const list = useInfiniteQuery({
    ...contactListQuery(api, { search: asked === '' ? undefined : asked }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.pages[0]?.contacts ?? []
  const contact = found.find(({ email }) => email === address.trim().toLowerCase())
  const isSettled = list.isSuccess && !list.isPlaceholderData && asked === address.trim()
  return {
    suggestions: found.map(({ email }) => email),
    contact,
    isUnknown: asked !== '' && isSettled && contact === undefined,
  }
}
