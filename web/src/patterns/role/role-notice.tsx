import { Eye } from 'lucide-react'
import type { Role } from '../../api/accounts/account.ts'
import { useProject } from '../../app/use-project.ts'
import { roles as texts } from './roles.texts.ts'

/** Explains to roles below `needs` why a page is read-only. */
export function RoleNotice({ needs }: { needs: Role }) {
  const { project, may } = useProject()
  if (may(needs)) return null
  return (
    <p
      role="note"
      className="flex items-center gap-2.5 rounded-xl border border-line bg-info-soft px-4 py-2.5 text-sm text-info"
    >
      <Eye className="size-4 shrink-0" aria-hidden />
      {texts.notice(texts.names[project.role], texts.names[needs])}
    </p>
  )
}
