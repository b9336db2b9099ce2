import { Link } from '@tanstack/react-router'
import { useProject } from '../../../app/use-project.ts'
import type { SenderWarning } from '../editor/use-sender-warnings.ts'
import { inspector } from '../inspector.texts.ts'

const { sender: texts } = inspector

const LINK = 'font-semibold underline underline-offset-2'

export function SenderNotice({ code, message }: SenderWarning) {
  const { project } = useProject()
  const params = { projectId: project.id }
  return (
    <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-xs font-medium text-warn">
      {code === 'NO_SENDER' ? texts.none : message}{' '}
      {code === 'NO_SENDER' && (
        <Link to="/app/p/$projectId/settings" params={params} className={LINK}>
          {texts.settings}
        </Link>
      )}
      {code === 'SENDER_NOT_VERIFIED' && (
        <Link to="/app/p/$projectId/domains" params={params} className={LINK}>
          {texts.domains}
        </Link>
      )}
    </p>
  )
}
