// What the campaign says: the code on the left, and beside it how it looks, what is wrong with it, and how it is sent.
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { CodePlace } from '../../../components/code/code-editor.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { BodyEditor } from '../../../patterns/email-editor/body-editor.tsx'
import { PreviewPane } from '../../../patterns/email-editor/preview-pane.tsx'
import { usePreviewValues } from '../../../patterns/email-editor/preview-values.ts'
import type { PreviewPlace } from '../../../patterns/email-editor/preview-values.ts'
import { ProblemCount } from '../../../patterns/email-editor/problem-badge.tsx'
import { ProblemsPane } from '../../../patterns/email-editor/problems-pane.tsx'
import { useRenderedDraft } from '../../../patterns/email-editor/use-rendered-draft.ts'
import { PANES, VARIANTS } from '../campaign-views.ts'
import type { Pane, Variant } from '../campaign-views.ts'
import { changedVariant, variantOf } from './campaign-plan.ts'
import { editor } from './editor.texts.ts'
import { SettingsPane } from './settings-pane.tsx'
import type { CampaignDraft } from './use-campaign-draft.ts'
import { VariantBar } from './variant-bar.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')
const { content: texts } = editor

type StepProps = { draft: CampaignDraft; isReadOnly: boolean }

export function ContentStep({ draft, isReadOnly }: StepProps) {
  const { pane = 'preview', variant: asked, ...search } = route.useSearch()
  const setSearch = route.useNavigate()
  const place: PreviewPlace = {
    search,
    change: (changes) => void setSearch({ search: (old) => ({ ...old, ...changes }), replace: true }),
  }
  const values = usePreviewValues(place)
  const words = wordsOf(draft, asked)
  const { previewText } = draft.fields
  const shown = { subject: words.subject, body: words.body, previewText, text: null }
  const state = useRenderedDraft({ ...shown, type: 'MARKETING' }, values)
  const [jump, setJump] = useState<CodePlace>()
  const panes: Record<Pane, ReactNode> = {
    preview: <PreviewPane state={state} values={values} place={place} />,
    problems: <ProblemsPane problems={state.problems} onJump={setJump} />,
    settings: <SettingsPane draft={draft} isReadOnly={isReadOnly} />,
  }
  return (
    // A small screen scrolls through all of it; on a large one each part scrolls by itself.
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto">
      <VariantBar draft={draft} variant={words.variant} isReadOnly={isReadOnly} />
      <div className="grid gap-x-4 gap-y-2 border-b border-line bg-panel px-5 py-3 md:grid-cols-2">
        <TextField
          label={texts.subject}
          value={words.subject}
          maxLength={998}
          disabled={isReadOnly}
          error={words.subjectError}
          onChange={({ target }) => words.change({ subject: target.value })}
        />
        <TextField
          label={texts.previewText}
          placeholder={texts.previewTextHint}
          value={previewText ?? ''}
          maxLength={255}
          disabled={isReadOnly}
          error={draft.errors['previewText']}
          onChange={({ target }) => draft.change({ previewText: target.value || null })}
        />
      </div>
      <div className="grid min-h-0 max-lg:shrink-0 max-lg:grid-rows-[22rem_36rem] lg:grow lg:grid-cols-2">
        <div className="min-h-0 border-line max-lg:border-b lg:border-r">
          {words.isBodyOfA ? (
            <p className="p-8 text-center text-sm text-soft">{texts.sameBody}</p>
          ) : (
            <BodyEditor
              key={words.variant ?? 'A'}
              value={words.body}
              onChange={(body) => words.change({ body })}
              problem={state.mark}
              jump={jump}
              isReadOnly={isReadOnly}
            />
          )}
        </div>
        <div className="flex min-h-0 flex-col bg-panel">
          <Tabs
            label={texts.panes.label}
            value={pane}
            onChange={(chosen) =>
              void setSearch({
                search: (old) => ({ ...old, pane: chosen === 'preview' ? undefined : chosen }),
                replace: true,
              })
            }
            tabs={PANES.map((value) => ({
              value,
              label: (
                <>
                  {texts.panes[value]}
                  {value === 'problems' && <ProblemCount problems={state.problems} />}
                </>
              ),
              content: panes[value],
            }))}
          />
        </div>
      </div>
    </div>
  )
}

/** Subject and body that are being written: those of the campaign, which is A, or of the variant in the address. */
function wordsOf({ fields, errors, change }: CampaignDraft, asked: Variant | undefined) {
  const found = variantOf(fields, asked)
  if (!found || asked === undefined) {
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
    variant: asked,
    subject: found.subject ?? fields.subject,
    body: found.body ?? fields.body,
    isBodyOfA: found.body === null,
    subjectError: errors[`variants.${VARIANTS.indexOf(asked)}.subject`],
    change: (changes: { subject?: string; body?: string }) => change(changedVariant(fields, asked, changes)),
  }
}
