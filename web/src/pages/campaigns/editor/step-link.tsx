import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Variant } from '../../../patterns/campaign-settings/variant-names.ts'
import type { Pane, Step } from '../campaign-views.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')

type StepLinkProps = {
  to: { step: Step; pane?: Pane | undefined; variant?: Variant | undefined; line?: number | undefined }
  className: string
  children: ReactNode
  isCurrent?: boolean
  label?: string
}

/** A link to a step, or to a place in it. Keeps the settings of the preview. */
export function StepLink({ to: { step, ...place }, className, children, isCurrent, label }: StepLinkProps) {
  const params = route.useParams()
  const search = route.useSearch()
  return (
    <Link
      to="/app/p/$projectId/campaigns/$campaignId"
      params={params}
      search={{ ...search, line: undefined, ...place, step: step === 'audience' ? undefined : step }}
      className={className}
      aria-label={label}
      aria-current={isCurrent === true ? 'step' : undefined}
    >
      {children}
    </Link>
  )
}
