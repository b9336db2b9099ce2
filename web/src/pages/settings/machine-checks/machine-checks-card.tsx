import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { Card } from '../../../components/page.tsx'
import { machineCheckTexts as texts } from './machine-checks.texts.ts'

export function MachineChecksCard() {
  const { project } = useProject()
  return (
    <Card title={texts.title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 grow basis-60 text-sm text-soft">{texts.text}</p>
        <Link
          to="/app/p/$projectId/machine-checks"
          params={{ projectId: project.id }}
          className={buttonClass({ size: 'small' })}
        >
          <ListChecks aria-hidden />
          {texts.open}
        </Link>
      </div>
    </Card>
  )
}
