import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Pane, Step, Variant } from '../campaign-views.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')

type StepLinkProps = {
  to: { step: Step; pane?: Pane | undefined; variant?: Variant | undefined }
  className: string
  children: ReactNode
  /** Of the step that is shown. */
  isCurrent?: boolean
  /** Said instead of its text. */
  label?: string
}

/** To another step, or to a place in it; how the preview is shown stays as it is. */
export function StepLink({ to: { step, ...place }, className, children, isCurrent, label }: StepLinkProps) {
  const params = route.useParams()
  const search = route.useSearch()
  return (
    <Link
      to="/app/p/$projectId/campaigns/$campaignId"
      params={params}
      search={{ ...search, ...place, step: step === 'audience' ? undefined : step }}
      className={className}
      aria-label={label}
      aria-current={isCurrent === true ? 'step' : undefined}
    >
      {children}
    </Link>
  )
}
