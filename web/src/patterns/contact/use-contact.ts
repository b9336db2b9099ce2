import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { contactListQuery } from '../../api/audience/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'

// People type faster than this.
const PAUSE_MS = 200

/** Finds the contact of an address while it is being typed; undefined looks for none. */
export function useContact(address: string | undefined) {
  const { api } = useProject()
  const typed = address?.trim().toLowerCase()
  const search = useDebounced(typed, PAUSE_MS)
  const list = useInfiniteQuery({
    ...contactListQuery(api, { search: search || undefined }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  })
  const contacts = list.data?.pages[0]?.contacts ?? []
  const contact = contacts.find(({ email }) => email === typed)
  const isSettled = list.isSuccess && !list.isPlaceholderData && search === typed
  return {
    suggestions: contacts.map(({ email }) => email),
    contact,
    /** No contact has this address. */
    isUnknown: Boolean(search) && isSettled && contact === undefined,
  }
}
