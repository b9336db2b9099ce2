import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useProject } from '../../../../app/use-project.ts'
import { buttonClass } from '../../../../components/forms/button.tsx'
import { Skeleton } from '../../../../components/notices/skeleton.tsx'
import { formatCount, formatShare } from '../../../../format/number.ts'
import { Card, Facts, PageBody } from '../../../../components/page.tsx'
import { renderedDraftQuery } from '../../../../api/content/templates.ts'
import { EmailFrame, useRemoteImages } from '../../../../patterns/email/email-frame.tsx'
import { emailEditor } from '../../../../patterns/email-editor/email-editor.texts.ts'
import { TopicName } from '../../../../patterns/topics/topic-name.tsx'
import { AudienceName } from '../../audience-name.tsx'
import type { Variant } from '../../../../patterns/campaign-settings/variant-names.ts'
import type { Step } from '../../campaign-views.ts'
import { AudienceCount } from '../audience/audience-count.tsx'
import type { CampaignFields } from '../draft/campaign-fields.ts'
import { planKind, variantOf } from '../../../../patterns/campaign-settings/campaign-plan.ts'
import { editor } from '../editor.texts.ts'
import { SendCard } from './send-card.tsx'
import { SpamCard } from './spam-card.tsx'
import { StepLink } from '../step-link.tsx'
import { VariantButtons } from '../variant-buttons.tsx'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'

const { review: texts } = editor

export function ReviewStep({ draft, isReadOnly }: { draft: CampaignDraft; isReadOnly: boolean }) {
  const { fields } = draft
  const { may } = useProject()
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
              fields.holdout !== null && [
                texts.holdout,
                texts.heldBack(formatShare(fields.holdout.percent / 100)),
              ],
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
          {may('member') && <SpamCard draft={draft} />}
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

function describePlan(
  fields: Pick<CampaignFields, 'sendAtLocalTime' | 'bestHour' | 'canary' | 'variants' | 'test'>,
) {
  const { sendAtLocalTime, bestHour, canary, variants, test } = fields
  const kind = planKind(fields)
  if (kind === 'local') return texts.local(sendAtLocalTime ?? '')
  if (kind === 'bestHour') return texts.bestHour(bestHour?.fallback ?? '')
  if (kind === 'canary') {
    return texts.canary(String(canary?.percent ?? ''), formatCount(canary?.waitMinutes ?? 0))
  }
  if (kind === 'variants') {
    return texts.variants((variants?.length ?? 0) + 1, formatCount((test?.share ?? 0) * 100))
  }
  return texts.all
}

/** As a contact without data gets it, one variant after the other. */
function EmailPreview({ fields }: { fields: CampaignFields }) {
  const { api } = useProject()
  const [chosen, setChosen] = useState<Variant>()
  const images = useRemoteImages()
  const variant = variantOf(fields, chosen)
  const subject = variant?.subject ?? fields.subject
  const blocks = variant ? (variant.blocks ?? (variant.body === null ? fields.blocks : null)) : fields.blocks
  const draft = {
    subject,
    ...(blocks ? { blocks } : { body: variant?.body ?? fields.body }),
    previewText: fields.previewText,
    text: null,
    type: 'MARKETING' as const,
    data: {},
  }
  const { data } = useQuery(renderedDraftQuery(api, draft))
  const count = fields.variants?.length ?? 0
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <VariantButtons count={count} chosen={chosen} onChoose={setChosen} />
        <p className="min-w-0 grow truncate text-sm font-medium">{count > 0 && subject}</p>
        {images.button}
      </div>
      {data ? (
        <EmailFrame
          title={emailEditor.preview.title}
          html={data.html}
          width="desktop"
          areImagesAllowed={images.areImagesAllowed}
        />
      ) : (
        <Skeleton className="h-64 w-full rounded-xl" />
      )}
    </>
  )
}
