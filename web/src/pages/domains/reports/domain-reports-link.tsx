import { Link } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { useProject } from '../../../app/use-project.ts'
import { buttonClass } from '../../../components/forms/button.tsx'
import { domainReportTexts as texts } from './domain-reports.texts.ts'

export function DomainReportsLink({ domainId }: { domainId: string }) {
  const { project } = useProject()
  return (
    <Link
      to="/app/p/$projectId/domains/$domainId/reports"
      params={{ projectId: project.id, domainId }}
      className={buttonClass()}
    >
      <ChartColumn aria-hidden />
      {texts.reports}
    </Link>
  )
}
