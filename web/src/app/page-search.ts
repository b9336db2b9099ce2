// The query of the address as the page that is shown has it, for parts that many pages share. A page of its own reads it
// through its route, which knows the exact type.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Role } from '../api/accounts/account.ts'
import { useProject } from './use-project.ts'

export function usePageSearch() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search,
    /** Leaves the other parameters as they are. `replace` adds no step to the history of the browser. */
    change: (changes: Record<string, string | undefined>, { replace = false } = {}) =>
      void navigate({ to: '.', search: (old) => ({ ...old, ...changes }), replace }),
    clear: () => void navigate({ to: '.', search: {} }),
  }
}

export type PageDialog = 'create' | 'import' | 'delete'

/**
 * A dialog that the address opens, always as `?dialog=<name>`: links lead to it, going back closes it, and no two are open at
 * once. It stays closed for a role that may not do what it does.
 */
export function useDialogParam(name: PageDialog, needs: Role = 'member') {
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
