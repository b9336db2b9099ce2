// The template editor: the picture or the code on the left; settings of a block, preview, problems, details and versions on the right.
import { getRouteApi } from '@tanstack/react-router'
import { Save, Send } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import type { Template } from '../../api/content/templates.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import type { CodePlace } from '../../components/code/code-editor.tsx'
import { loadable } from '../../components/loadable.tsx'
import { Page } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ChecksPane } from '../../patterns/email-checks/checks-pane.tsx'
import { EmailLayout, EmailLines, EmailPanes } from '../../patterns/email-editor/email-layout.tsx'
import { PreviewPane } from '../../patterns/email-editor/preview-pane.tsx'
import { usePreviewValues } from '../../patterns/email-editor/preview-values.ts'
import { ProblemBadge } from '../../patterns/email-editor/problem-badge.tsx'
import { ProblemsPane } from '../../patterns/email-editor/problems-pane.tsx'
import { useMissingFields } from '../../patterns/email-editor/use-missing-fields.ts'
import { useRenderedDraft } from '../../patterns/email-editor/use-rendered-draft.ts'
import { useSender } from '../../patterns/email-editor/use-sender.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import type { ContentView } from '../../patterns/visual-editor/email-content.tsx'
import { useVisualEditor } from '../../patterns/visual-editor/use-visual-editor.ts'
import { useDesignPane } from '../../patterns/visual-editor/use-design-pane.ts'
import { DetailsPane } from './details-pane.tsx'
import { editor as texts } from './editor.texts.ts'
import { LanguagesPane } from './languages-pane.tsx'
import { SendTestDialog } from './send-test-dialog.tsx'
import { TemplateContent } from './template-content.tsx'
import { contentOf, valueOf, withFallback } from './template-fields.ts'
import { TemplateMenu } from './template-menu.tsx'
import { PANES } from './template-views.ts'
import type { Pane } from './template-views.ts'
import { useCheckedSave, useTemplateDraft } from './use-template-draft.ts'
import type { TemplateDraft } from './use-template-draft.ts'
import { VersionsPane } from './versions-pane.tsx'
import { DraftDifference } from '../../patterns/draft/draft-difference.tsx'
import { DraftNotices } from '../../patterns/draft/draft-notices.tsx'
import { LeaveCheck } from '../../patterns/draft/leave-check.tsx'

const BlockPanel = loadable(
  async () => (await import('../../patterns/visual-editor/panel/block-panel.tsx')).BlockPanel,
)

const route = getRouteApi('/signed-in/app/p/$projectId/templates/$templateId')

export function TemplateEditor({ template }: { template: Template }) {
  const { may } = useProject()
  const draft = useTemplateDraft(template)
  const { change } = usePageSearch()
  const values = usePreviewValues()
  const { subject, type } = draft.fields
  const [previewText, text] = [valueOf(draft.fields, 'previewText'), valueOf(draft.fields, 'text')]
  const content = { subject, ...contentOf(draft.fields), type, previewText, text }
  const state = useRenderedDraft(content, values)
  const missing = useMissingFields(state.rendered)
  const problems = [...state.problems, ...(missing ?? [])]
  const [jump, setJump] = useState<CodePlace>()
  const [view, setView] = useState<ContentView>('picture')
  const [isTesting, setIsTesting] = useState(false)
  const isReadOnly = !may('member')
  const visual = useVisualEditor({
    value: draft.fields.blocks,
    onChange: (blocks) => draft.change({ blocks }),
    isReadOnly,
  })
  const shown = useDesignPane({
    all: PANES,
    chosen: route.useSearch().pane,
    isPicture: draft.fields.blocks !== '' && view === 'picture',
  })
  const choosePane = (chosen: Pane) => change({ pane: shown.paramOf(chosen) }, { replace: true })
  // The server renders the body of blocks.
  const body = (draft.fields.blocks !== '' && state.rendered?.body) || draft.fields.body
  const { save, errors } = useCheckedSave(draft, { isReadOnly, onDetails: () => choosePane('details') })
  const showLine = (place: CodePlace) => {
    setView('code')
    setJump(place)
  }
  const panes: Record<Pane, ReactNode> = {
    design: <BlockPanel editor={visual} />,
    preview: <PreviewPane state={state} values={values} sender={useSender(draft.fields)} />,
    checks: <ChecksPane draft={{ ...content, ...values.values }} onJump={showLine} isReadOnly={isReadOnly} />,
    problems: (
      <ProblemsPane
        problems={problems}
        onJump={showLine}
        onFallback={isReadOnly ? undefined : (...given) => draft.change(withFallback(draft.fields, given))}
      />
    ),
    details: <DetailsPane draft={draft} isReadOnly={isReadOnly} errors={errors} />,
    languages: <LanguagesPane template={template} draft={draft} values={values} isReadOnly={isReadOnly} />,
    versions: <VersionsPane draft={draft} body={body} isReadOnly={isReadOnly} />,
  }
  return (
    <Page
      title={draft.base.name}
      subtitle={<Status draft={draft} isReadOnly={isReadOnly} />}
      actions={
        <Actions
          draft={draft}
          found={{ problems, isComplete: missing !== undefined }}
          isReadOnly={isReadOnly}
          onTest={() => setIsTesting(true)}
          onSave={save}
        />
      }
    >
      <LeaveCheck isUnsaved={draft.isDirty && !isReadOnly} />
      <EmailLayout
        hasNarrowPanes={shown.pane === 'design'}
        notices={<TemplateNotices draft={draft} body={body} />}
        lines={
          <EmailLines
            subject={{
              value: draft.fields.subject,
              error: errors['subject'],
              onText: (changed) => draft.change({ subject: changed }),
            }}
            previewText={{
              value: draft.fields.previewText,
              error: errors['previewText'],
              onText: (changed) => draft.change({ previewText: changed }),
            }}
            isReadOnly={isReadOnly}
          />
        }
        editor={
          <TemplateContent
            draft={draft}
            editor={visual}
            state={state}
            view={view}
            onView={setView}
            jump={jump}
            isReadOnly={isReadOnly}
            error={errors['blocks']}
          />
        }
        panes={
          <EmailPanes
            value={shown.pane}
            values={shown.panes}
            names={texts.panes}
            panes={panes}
            problems={problems}
            onChange={choosePane}
          />
        }
      />
      <SendTestDialog draft={draft} values={values} isOpen={isTesting} onClose={() => setIsTesting(false)} />
    </Page>
  )
}

type ActionsProps = {
  draft: TemplateDraft
  found: ComponentProps<typeof ProblemBadge>
  isReadOnly: boolean
  onTest: () => void
  onSave: () => void
}

function Actions({ draft: { base, save, isDirty }, found, isReadOnly, onTest, onSave }: ActionsProps) {
  const email = { to: 'ada@example.com', template: base.alias ?? base.id }
  return (
    <>
      <ProblemBadge {...found} />
      <ShowAsCurl calls={[{ name: curlTexts.names.send, path: '/v1/send', method: 'POST', body: email }]} />
      {!isReadOnly && (
        <>
          <Button icon={<Send />} onClick={onTest}>
            {texts.sendTest}
          </Button>
          <Button look="primary" icon={<Save />} isBusy={save.isPending} disabled={!isDirty} onClick={onSave}>
            {texts.save}
          </Button>
          <TemplateMenu template={base} />
        </>
      )}
    </>
  )
}

function Status({ draft: { base, isDirty }, isReadOnly }: { draft: TemplateDraft; isReadOnly: boolean }) {
  if (isReadOnly) return texts.states.readOnly
  if (isDirty) return texts.states.dirty
  return (
    <>
      {texts.states.saved(base.version)} · <Time at={base.updatedAt} />
    </>
  )
}

type TemplateNoticesProps = {
  draft: TemplateDraft
  /** The body of the draft; the server renders that of blocks. */
  body: string
}

function TemplateNotices({ draft, body }: TemplateNoticesProps) {
  const { conflict } = draft
  return (
    <DraftNotices
      draft={draft}
      conflict={
        conflict && {
          text: texts.conflict.text(conflict.version),
          comparison: {
            title: texts.conflict.title,
            content: <DraftDifference label={texts.conflict.diff} theirs={conflict.body} mine={body} />,
          },
        }
      }
    />
  )
}
