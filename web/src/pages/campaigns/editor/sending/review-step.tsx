import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useProject } from '../../../../app/use-project.ts'
import { buttonClass } from '../../../../components/forms/button.tsx'
import { HtmlPreview } from '../../../../components/html-preview.tsx'
import { Skeleton } from '../../../../components/notices/skeleton.tsx'
import { formatCount } from '../../../../format/number.ts'
import { Card, Facts, PageBody } from '../../../../components/page.tsx'
import { renderedDraftQuery } from '../../../../api/templates.ts'
import { emailEditor } from '../../../../patterns/email-editor/email-editor.texts.ts'
import { TopicName } from '../../../../patterns/topics/topic-name.tsx'
import { AudienceName } from '../../audience-name.tsx'
import type { Step } from '../../campaign-views.ts'
import { AudienceCount } from '../audience/audience-count.tsx'
import type { CampaignFields } from '../draft/campaign-fields.ts'
import { planKind } from '../draft/campaign-plan.ts'
import { editor } from '../editor.texts.ts'
import { SendCard } from './send-card.tsx'
import { StepLink } from '../step-link.tsx'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

const { review: texts } = editor

export function ReviewStep({ draft, isReadOnly }: { draft: CampaignDraft; isReadOnly: boolean }) {
  const { fields } = draft
  return (
    <PageBody>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title={texts.title}>
          <Facts
            facts={[
              [
                texts.to,
                <Row key="to" aside={<EditLink step="audience" />} text={<AudienceName fields={fields} />} />,
              ],
              [
                texts.topic,
                <Row
                  key="topic"
                  aside={<EditLink step="audience" of={texts.topic} />}
                  text={fields.topic === null ? texts.noTopic : <TopicName of={fields.topic} />}
                />,
              ],
              [texts.from, fields.fromName ? `${fields.fromName} <${fields.from}>` : fields.from],
              fields.replyTo !== null && [texts.replyTo, fields.replyTo],
              [
                texts.subject,
                <Row key="subject" aside={<EditLink step="content" />} text={fields.subject} />,
              ],
              fields.previewText !== null && [texts.previewText, fields.previewText],
              [texts.how, describePlan(fields)],
              fields.ratePerMinute !== null && [texts.pace, texts.perMinute(fields.ratePerMinute)],
            ]}
          />
          <div className="pt-4">
            <EmailPreview fields={fields} />
          </div>
        </Card>
        <div className="flex flex-col gap-4">
          {!isReadOnly && <SendCard draft={draft} />}
          <AudienceCount draft={draft} />
        </div>
      </div>
    </PageBody>
  )
}

const Row = ({ text, aside }: { text: ReactNode; aside: ReactNode }) => (
  <span className="flex items-center gap-2">
    <span className="min-w-0 grow truncate">{text}</span>
    {aside}
  </span>
)

const EditLink = ({ step, of = editor.steps[step] }: { step: Step; of?: string }) => (
  <StepLink
    to={{ step }}
    label={`${texts.edit}: ${of}`}
    className={buttonClass({ look: 'quiet', size: 'small' })}
  >
    {texts.edit}
  </StepLink>
)

function describePlan(fields: Pick<CampaignFields, 'sendAtLocalTime' | 'canary' | 'variants' | 'test'>) {
  const { sendAtLocalTime, canary, variants, test } = fields
  const kind = planKind(fields)
  if (kind === 'local') return texts.local(sendAtLocalTime ?? '')
  if (kind === 'canary') {
    return texts.canary(String(canary?.percent ?? ''), formatCount(canary?.waitMinutes ?? 0))
  }
  if (kind === 'variants') {
    return texts.variants((variants?.length ?? 0) + 1, formatCount((test?.share ?? 0) * 100))
  }
  return texts.all
}

/** As a contact without data gets it. */
function EmailPreview({ fields: { subject, body, previewText } }: { fields: CampaignFields }) {
  const { api } = useProject()
  const draft = { subject, body, previewText, text: null, type: 'MARKETING' as const, data: {} }
  const { data } = useQuery(renderedDraftQuery(api, draft))
  if (!data) return <Skeleton className="h-64 w-full rounded-xl" />
  return (
    <HtmlPreview
      title={emailEditor.preview.title}
      html={data.html}
      width="desktop"
      areImagesAllowed={false}
    />
  )
}
