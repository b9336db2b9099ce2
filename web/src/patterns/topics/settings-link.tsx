import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../../app/use-project.ts'

/** Leads to the topics in the settings. */
export function SettingsLink({ children }: { children: ReactNode }) {
  const { project } = useProject()
  return (
    <Link
      to="/app/p/$projectId/settings"
      params={{ projectId: project.id }}
      search={{ tab: 'topics' }}
      className="font-medium text-accent-text underline-offset-2 hover:underline"
    >
      {children}
    </Link>
  )
}
