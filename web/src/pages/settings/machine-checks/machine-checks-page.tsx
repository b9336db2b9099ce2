import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { CHECKS_OF_MACHINE } from '../../../api/connections/checks.ts'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { ChecksPage } from '../../../patterns/checks/checks-view.tsx'
import { machineCheckTexts as texts } from './machine-checks.texts.ts'

/** For the owner of the installation; the server refuses others. */
export function MachineChecksPage() {
  const { account, project, may } = useProject()
  return (
    <ChecksPage
      title={texts.title}
      path={CHECKS_OF_MACHINE}
      mayRun={account.user.isOperator && may('owner')}
      actions={
        <Link
          to="/app/p/$projectId/settings"
          params={{ projectId: project.id }}
          search={{ tab: 'instance' }}
          className={buttonClass()}
        >
          <ArrowLeft aria-hidden />
          {texts.back}
        </Link>
      }
    />
  )
}
