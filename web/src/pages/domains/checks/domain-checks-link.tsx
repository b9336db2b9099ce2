import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { domainCheckTexts as texts } from './domain-checks.texts.ts'

export function DomainChecksLink({ domainId }: { domainId: string }) {
  const { project } = useProject()
  return (
    <Link
      to="/app/p/$projectId/domains/$domainId/checks"
      params={{ projectId: project.id, domainId }}
      className={buttonClass()}
    >
      <ListChecks aria-hidden />
      {texts.checks}
    </Link>
  )
}
