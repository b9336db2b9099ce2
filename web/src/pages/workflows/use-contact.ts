import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { contactListQuery } from '../../api/contacts.ts'
import type { Contact } from '../../api/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'

// Longer than the time between two keystrokes.
const PAUSE_MS = 200

type ContactLookup = {
  suggestions: string[]
  contact: Contact | undefined
  /** No contact has this address. */
  isUnknown: boolean
}

/** Finds the contact of an address while it is being typed. */
export function useContact(address: string): ContactLookup {
  const { api } = useProject()
  const search = useDebounced(address.trim(), PAUSE_MS)
  const list = useInfiniteQuery({
    ...contactListQuery(api, { search: search === '' ? undefined : search }),
    placeholderData: keepPreviousData,
  })
  const contacts = list.data?.pages[0]?.contacts ?? []
  const contact = contacts.find(({ email }) => email === address.trim().toLowerCase())
  const isSettled = list.isSuccess && !list.isPlaceholderData && search === address.trim()
  return {
    suggestions: contacts.map(({ email }) => email),
    contact,
    isUnknown: search !== '' && isSettled && contact === undefined,
  }
}
