// The search params of the current page, for components that many pages share. A page reads them through its route, which
// knows the exact type.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Role } from '../api/accounts/account.ts'
import { useProject } from './use-project.ts'

export function usePageSearch() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search,
    /** Leaves the other params as they are. `replace` adds no history entry. */
    change: (changes: Partial<typeof search>, { replace = false } = {}) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...changes }), replace }),
    clear: () => void navigate({ to: '.', search: {} }),
  }
}

/**
 * A dialog that the URL opens, as `?dialog=<name>`: links can open it, going back closes it, and only one is open at a time.
 * It stays closed for roles below `needs`.
 */
export function useDialogParam(name: 'create' | 'import' | 'delete', needs: Role = 'member') {
  const { may } = useProject()
  const { search, change } = usePageSearch()
  const isAllowed = may(needs)
  return {
    isAllowed,
    isOpen: isAllowed && search.dialog === name,
    onOpen: () => change({ dialog: name }),
    onClose: () => change({ dialog: undefined }, { replace: true }),
  }
}
