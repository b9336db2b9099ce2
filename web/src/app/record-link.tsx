import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { listPath, recordPath } from './record-path.ts'
import type { RecordKind } from './record-path.ts'
import { useProject } from './use-project.ts'

type RecordLinkProps = Pick<ComponentProps<typeof Link>, 'className' | 'aria-label'> & {
  kind: RecordKind
  id: string
  children: ReactNode
}

export function RecordLink({
  kind,
  id,
  className = 'font-medium hover:underline',
  ...link
}: RecordLinkProps) {
  const { project } = useProject()
  return <Link {...link} className={className} to={recordPath(project.id, { kind, id })} />
}

export function useRecordPages() {
  const { project } = useProject()
  const navigate = useNavigate()
  return {
    /** `isSaved`: the draft of this page was saved just now, so nobody is asked whether to leave it. */
    open: (kind: RecordKind, id: string, { isSaved = false } = {}) =>
      navigate({ to: recordPath(project.id, { kind, id }), ignoreBlocker: isSaved }),
    /** After a deletion, which is not asked about twice. */
    openList: (kind: RecordKind) => navigate({ to: listPath(project.id, kind), ignoreBlocker: true }),
  }
}
