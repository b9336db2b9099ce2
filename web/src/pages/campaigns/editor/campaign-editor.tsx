// The editor of a campaign, in four steps, with autosave.
import { getRouteApi } from '@tanstack/react-router'
import { ArrowRight, Send, CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Campaign } from '../../../api/sending/campaigns.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button, buttonClass } from '../../../components/forms/button.tsx'
import { Page } from '../../../components/page.tsx'
import { LeaveCheck } from '../../../patterns/draft/leave-check.tsx'
import { ShowAsCurl } from '../../../patterns/curl/show-as-curl.tsx'
import type { ApiCall } from '../../../patterns/curl/show-as-curl.tsx'
import { CampaignMenu } from '../campaign-menu.tsx'
import { CampaignStatusBadge } from '../campaign-status.tsx'
import { STEPS } from '../campaign-views.ts'
import type { Step } from '../campaign-views.ts'
import { campaigns } from '../campaigns.texts.ts'
import { AudienceStep } from './audience/audience-step.tsx'
import { ChecksStep } from './sending/checks-step.tsx'
import { ContentStep } from './content/content-step.tsx'
import { CampaignNotices } from './draft/draft-notices.tsx'
import { editor as texts } from './editor.texts.ts'
import { placeOf } from './draft/problem-places.ts'
import { ReviewStep } from './sending/review-step.tsx'
import { ScheduledNotice } from './sending/scheduled-notice.tsx'
import { StepLink } from './step-link.tsx'
import { TestEmailDialog } from './content/test-email-dialog.tsx'
import { variantOf } from '../../../patterns/campaign-settings/campaign-plan.ts'
import { useCampaignDraft } from './draft/use-campaign-draft.ts'
import type { CampaignDraft } from './draft/use-campaign-draft.ts'
import { formatClock } from './sending/zoned-time.ts'
import { classes } from '../../../components/classes.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')

type EditorProps = {
  campaign: Campaign
  isDeleted: boolean
  /** With unsaved edits, the page must keep the editor open. */
  onDirty: (isDirty: boolean) => void
}

export function CampaignEditor({ campaign, isDeleted, onDirty }: EditorProps) {
  const { may } = useProject()
  const isReadOnly = !may('member')
  const draft = useCampaignDraft(campaign, { isReadOnly })
  const { step = 'audience', variant } = route.useSearch()
  const [isTesting, setIsTesting] = useState(false)
  const { isDirty, fields, errors } = draft
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const steps: Record<Step, ReactNode> = {
    audience: <AudienceStep draft={draft} isReadOnly={isReadOnly} />,
    content: <ContentStep draft={draft} isReadOnly={isReadOnly} />,
    checks: <ChecksStep draft={draft} />,
    review: <ReviewStep draft={draft} isReadOnly={isReadOnly} />,
  }
  const invalid = new Set(Object.keys(errors).map((field) => placeOf(field).step))
  const isSendable = Object.keys(errors).length === 0 && !draft.conflict && !draft.isClosed
  return (
    <Page
      title={fields.name}
      subtitle={<SaveState draft={draft} isReadOnly={isReadOnly} />}
      actions={
        <>
          <CampaignStatusBadge campaign={campaign} />
          <ShowAsCurl calls={callsOf(campaign.id)} />
          {!isReadOnly && (
            <>
              <Button icon={<Send />} disabled={!isSendable} onClick={() => setIsTesting(true)}>
                {texts.test}
              </Button>
              <NextLink step={step} />
              <CampaignMenu campaign={campaign} />
            </>
          )}
        </>
      }
    >
      <LeaveCheck
        isUnsaved={isDirty && !isReadOnly && !draft.isClosed && !isDeleted}
        flush={() => draft.flush()}
      />
      <CampaignNotices draft={draft} campaign={campaign} isDeleted={isDeleted} isReadOnly={isReadOnly} />
      {campaign.status === 'SCHEDULED' && <ScheduledNotice campaign={campaign} isReadOnly={isReadOnly} />}
      <StepBar step={step} invalid={invalid} invalidLabel={texts.states.invalid} />
      {steps[step]}
      <TestEmailDialog
        draft={draft}
        variant={variantOf(fields, variant) && variant}
        isOpen={isTesting}
        onClose={() => setIsTesting(false)}
      />
    </Page>
  )
}

const callsOf = (id: string): ApiCall[] => [
  { name: campaigns.calls.get, path: `/campaigns/${id}` },
  { name: campaigns.calls.check, method: 'POST', path: `/campaigns/${id}/preflight` },
  {
    name: campaigns.calls.test,
    method: 'POST',
    path: `/campaigns/${id}/test`,
    body: { emails: ['ada@example.com'] },
  },
  { name: campaigns.calls.send, method: 'POST', path: `/campaigns/${id}/send`, body: { delaySeconds: 10 } },
]

function SaveState({ draft, isReadOnly }: { draft: CampaignDraft; isReadOnly: boolean }) {
  const { states } = texts
  if (isReadOnly) return states.readOnly
  if (draft.retried) return states.retried(draft.retried.message)
  if (draft.save.isPending) return states.saving
  if (Object.keys(draft.errors).length > 0) return states.invalid
  if (draft.isDirty && draft.save.isError) return `${texts.notices.refused} ${draft.save.error.message}`
  if (draft.isDirty) return states.dirty
  return states.saved(formatClock(draft.base.updatedAt))
}

function NextLink({ step }: { step: Step }) {
  const next = STEPS[STEPS.indexOf(step) + 1]
  if (next === undefined) return null
  return (
    <StepLink to={{ step: next }} className={buttonClass({ look: 'primary' })}>
      {texts.next}
      <ArrowRight className="size-4" aria-hidden />
    </StepLink>
  )
}

type StepBarProps = { step: Step; invalid: ReadonlySet<Step>; invalidLabel: string }

function StepBar({ step, invalid, invalidLabel }: StepBarProps) {
  return (
    <nav aria-label={texts.stepsLabel} className="border-b border-line bg-panel px-5">
      <ol className="flex gap-1 overflow-x-auto">
        {STEPS.map((one, index) => (
          <li key={one}>
            <StepLink
              to={{ step: one }}
              isCurrent={one === step}
              className={classes(
                '-mb-px flex h-11 items-center gap-2 border-b-2 px-2.5 text-sm font-medium whitespace-nowrap outline-offset-[-3px] transition-colors',
                one === step ? 'border-accent text-text' : 'border-transparent text-soft hover:text-text',
              )}
            >
              <span
                className={classes(
                  'tabular flex size-5 items-center justify-center rounded-full text-xs',
                  one === step ? 'bg-accent text-on-accent' : 'bg-neutral-soft text-soft',
                )}
              >
                {index + 1}
              </span>
              {texts.steps[one]}
              {invalid.has(one) && (
                <CircleAlert className="size-4 text-bad" role="img" aria-label={invalidLabel} />
              )}
            </StepLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
