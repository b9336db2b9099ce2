// The content of the campaign: the picture or the code on the left; design, preview, problems and settings beside it.
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { FilterTree } from '../../../../../../src/features/filters/filters.schema.ts'
import type { ExportFilter } from '../../../../api/audience/contacts.ts'
import { usePageSearch } from '../../../../app/page-search.ts'
import type { CodePlace } from '../../../../components/code/code-editor.tsx'
import { loadable } from '../../../../components/loadable.tsx'
import { addFallback, addFallbackToJson } from '../../../../patterns/email-editor/add-fallback.ts'
import { ChecksPane } from '../../../../patterns/email-checks/checks-pane.tsx'
import { EmailLayout, EmailLines, EmailPanes } from '../../../../patterns/email-editor/email-layout.tsx'
import { PreviewPane } from '../../../../patterns/email-editor/preview-pane.tsx'
import { usePreviewValues } from '../../../../patterns/email-editor/preview-values.ts'
import type { PreviewValues } from '../../../../patterns/email-editor/preview-values.ts'
import { ProblemsPane } from '../../../../patterns/email-editor/problems-pane.tsx'
import { missingProblem } from '../../../../patterns/email-editor/use-missing-fields.ts'
import { useRenderedDraft } from '../../../../patterns/email-editor/use-rendered-draft.ts'
import type { Problem } from '../../../../patterns/email-editor/use-rendered-draft.ts'
import { useSender } from '../../../../patterns/email-editor/use-sender.ts'
import { EmailContent } from '../../../../patterns/visual-editor/email-content.tsx'
import type { ContentView } from '../../../../patterns/visual-editor/email-content.tsx'
import { useDesignPane } from '../../../../patterns/visual-editor/use-design-pane.ts'
import { useVisualEditor } from '../../../../patterns/visual-editor/use-visual-editor.ts'
import { settingsTexts } from '../../../../patterns/campaign-settings/campaign-settings.texts.ts'
import { PANES } from '../../campaign-views.ts'
import type { Pane } from '../../campaign-views.ts'
import { editor } from '../editor.texts.ts'
import type { CampaignDraft } from '../draft/use-campaign-draft.ts'
import { usePreflight } from '../sending/use-preflight.ts'
import { editedContent } from './edited-content.ts'
import type { EditedContent } from './edited-content.ts'
import { SettingsPane } from './settings-pane.tsx'
import { VariantBar } from './variant-bar.tsx'

const BlockPanel = loadable(
  async () => (await import('../../../../patterns/visual-editor/panel/block-panel.tsx')).BlockPanel,
)

const route = getRouteApi('/signed-in/app/p/$projectId/campaigns/$campaignId')
const { content: texts } = editor

type ContentStepProps = { draft: CampaignDraft; isReadOnly: boolean }

export function ContentStep({ draft, isReadOnly }: ContentStepProps) {
  const values = usePreviewValues(audienceOf(draft))
  const content = editedContent(draft, route.useSearch().variant)
  return (
    // Each variant has undo steps of its own.
    <VariantContent
      key={content.variant ?? 'A'}
      draft={draft}
      content={content}
      values={values}
      isReadOnly={isReadOnly}
    />
  )
}

type VariantContentProps = ContentStepProps & { content: EditedContent; values: PreviewValues }

function VariantContent({ draft, content, values, isReadOnly }: VariantContentProps) {
  const { change } = usePageSearch()
  const { blocks, body } = content
  const { previewText } = draft.fields
  const written = blocks === '' ? { body } : { blocks: JSON.parse(blocks) as unknown }
  const email = {
    subject: content.subject,
    ...written,
    previewText,
    text: null,
    type: 'MARKETING' as const,
  }
  const state = useRenderedDraft(email, values)
  const problems = [...state.problems, ...useMissingValues(draft)]
  const { line, pane } = route.useSearch()
  // A finding of the checks leads here with its line.
  const [jump, setJump] = useState<CodePlace | undefined>(
    line === undefined ? undefined : { line, column: 1 },
  )
  const [view, setView] = useState<ContentView>(line === undefined ? 'picture' : 'code')
  const showLine = (place: CodePlace) => {
    setView('code')
    setJump(place)
  }
  const isEditable = !isReadOnly && !content.isBodyOfA
  const visual = useVisualEditor({
    value: blocks,
    onChange: (changed) => content.change({ blocks: changed }),
    isReadOnly: !isEditable,
  })
  const giveFallback = (field: string, fallback: string) => {
    const add = (text: string) => addFallback(text, field, fallback)
    content.change({
      subject: add(content.subject),
      ...(!content.isBodyOfA && filledContent(content, [field, fallback])),
    })
    if (previewText !== null) draft.change({ previewText: add(previewText) })
  }
  const shown = useDesignPane({
    all: PANES,
    chosen: pane,
    isPicture: blocks !== '' && view === 'picture' && !content.isBodyOfA,
  })
  const panes: Record<Pane, ReactNode> = {
    design: <BlockPanel editor={visual} />,
    preview: <PreviewPane state={state} values={values} sender={useSender(draft.fields)} />,
    checks: <ChecksPane draft={{ ...email, ...values.values }} onJump={showLine} isReadOnly={isReadOnly} />,
    problems: (
      <ProblemsPane
        problems={problems}
        onJump={showLine}
        onFallback={isReadOnly ? undefined : giveFallback}
      />
    ),
    settings: <SettingsPane draft={draft} isReadOnly={isReadOnly} />,
  }
  return (
    <EmailLayout
      hasNarrowPanes={shown.pane === 'design'}
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
          <p className="p-8 text-center text-sm text-soft">{settingsTexts.sameBody}</p>
        ) : (
          <EmailContent
            editor={visual}
            content={content}
            rendered={state.isStale ? undefined : state.rendered?.body}
            view={view}
            onView={setView}
            onChange={content.change}
            problem={state.mark}
            jump={jump}
            isReadOnly={isReadOnly}
            error={content.blocksError}
          />
        )
      }
      panes={
        <EmailPanes
          value={shown.pane}
          values={shown.panes}
          names={texts.panes}
          panes={panes}
          problems={problems}
          onChange={(chosen) => change({ pane: shown.paramOf(chosen) }, { replace: true })}
        />
      }
    />
  )
}

/** The blocks, or else the body, with the fallback of a variable. */
const filledContent = ({ blocks, body }: EditedContent, [field, fallback]: [string, string]) =>
  blocks === ''
    ? { body: addFallback(body, field, fallback) }
    : { blocks: addFallbackToJson(blocks, field, fallback) }

/** The contacts of the saved audience who may get the campaign, to preview it as. */
function audienceOf({ base: { audienceType, segmentId, audienceFilter } }: CampaignDraft): ExportFilter {
  return {
    subscribed: true,
    ...(audienceType === 'SEGMENT' && segmentId !== null && { segmentId }),
    ...(audienceType === 'FILTERED' && audienceFilter !== null && { filter: audienceFilter as FilterTree }),
  }
}

/** Which variables would be empty for how many recipients, as the preflight of the saved campaign counts them. */
function useMissingValues(draft: CampaignDraft): Problem[] {
  const { data } = usePreflight(draft)
  const recipients = data?.audience?.recipients ?? 0
  return (data?.problems ?? []).flatMap(({ code, variable, count }) =>
    code === 'EMPTY_VARIABLE' && variable !== null ? [missingProblem(variable, count ?? 0, recipients)] : [],
  )
}
