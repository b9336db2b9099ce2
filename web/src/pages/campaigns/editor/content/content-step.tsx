// The content of the campaign: the code on the left; preview, problems and settings beside it.
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { usePageSearch } from '../../../../app/page-search.ts'
import type { CodePlace } from '../../../../components/code/code-editor.tsx'
import { BodyEditor } from '../../../../patterns/email-editor/body-editor.tsx'
import { EmailLayout, EmailLines, EmailPanes } from '../../../../patterns/email-editor/email-layout.tsx'
import { PreviewPane } from '../../../../patterns/email-editor/preview-pane.tsx'
import { usePreviewValues } from '../../../../patterns/email-editor/preview-values.ts'
import { ProblemsPane } from '../../../../patterns/email-editor/problems-pane.tsx'
import { useRenderedDraft } from '../../../../patterns/email-editor/use-rendered-draft.ts'
import { PANES, VARIANTS } from '../../campaign-views.ts'
import type { Pane, Variant } from '../../campaign-views.ts'
import { editVariant, variantOf } from '../draft/campaign-plan.ts'
import { editor } from '../editor.texts.ts'
import { SettingsPane } from './settings-pane.tsx'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'
import { VariantBar } from './variant-bar.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')
const { content: texts } = editor

export function ContentStep({ draft, isReadOnly }: { draft: CampaignDraft; isReadOnly: boolean }) {
  const { pane = 'preview', variant: chosenVariant } = route.useSearch()
  const { change } = usePageSearch()
  const values = usePreviewValues()
  const content = contentOf(draft, chosenVariant)
  const { previewText } = draft.fields
  const shown = { subject: content.subject, body: content.body, previewText, text: null }
  const state = useRenderedDraft({ ...shown, type: 'MARKETING' }, values)
  const [jump, setJump] = useState<CodePlace>()
  const panes: Record<Pane, ReactNode> = {
    preview: <PreviewPane state={state} values={values} />,
    problems: <ProblemsPane problems={state.problems} onJump={setJump} />,
    settings: <SettingsPane draft={draft} isReadOnly={isReadOnly} />,
  }
  return (
    <EmailLayout
      notices={<VariantBar draft={draft} variant={content.variant} isReadOnly={isReadOnly} />}
      lines={
        <EmailLines
          subject={{
            value: content.subject,
            error: content.subjectError,
            onText: (subject) => content.change({ subject }),
          }}
          previewText={{
            value: previewText ?? '',
            error: draft.errors['previewText'],
            onText: (text) => draft.change({ previewText: text || null }),
          }}
          isReadOnly={isReadOnly}
        />
      }
      editor={
        content.isBodyOfA ? (
          <p className="p-8 text-center text-sm text-soft">{texts.sameBody}</p>
        ) : (
          <BodyEditor
            key={content.variant ?? 'A'}
            value={content.body}
            onChange={(body) => content.change({ body })}
            problem={state.mark}
            jump={jump}
            isReadOnly={isReadOnly}
          />
        )
      }
      panes={
        <EmailPanes
          value={pane}
          values={PANES}
          names={texts.panes}
          panes={panes}
          problems={state.problems}
          onChange={(chosen) =>
            change({ pane: chosen === 'preview' ? undefined : chosen }, { replace: true })
          }
        />
      }
    />
  )
}

/** The edited subject and body: of the campaign, which is A, or of the variant in the URL. */
function contentOf({ fields, errors, change }: CampaignDraft, variant: Variant | undefined) {
  const found = variantOf(fields, variant)
  if (!found || variant === undefined) {
    return {
      variant: undefined,
      subject: fields.subject,
      body: fields.body,
      isBodyOfA: false,
      subjectError: errors['subject'],
      change: (changes: { subject?: string; body?: string }) => change(changes),
    }
  }
  return {
    variant,
    subject: found.subject ?? fields.subject,
    body: found.body ?? fields.body,
    isBodyOfA: found.body === null,
    subjectError: errors[`variants.${VARIANTS.indexOf(variant)}.subject`],
    change: (changes: { subject?: string; body?: string }) => change(editVariant(fields, variant, changes)),
  }
}
