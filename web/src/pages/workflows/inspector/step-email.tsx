// The email of a step, written in the picture. The panel of a step is too narrow for it, so it opens in a dialog.
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { usePageSearch } from '../../../app/page-search.ts'
import { Button } from '../../../components/forms/button.tsx'
import { loadable } from '../../../components/loadable.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx'
import { useIsStacked } from '../../../hooks/use-is-narrow.ts'
import { PreviewPane } from '../../../patterns/email-editor/preview-pane.tsx'
import { usePreviewValues } from '../../../patterns/email-editor/preview-values.ts'
import { useRenderedDraft } from '../../../patterns/email-editor/use-rendered-draft.ts'
import { useSender } from '../../../patterns/email-editor/use-sender.ts'
import { EmailContent } from '../../../patterns/visual-editor/email-content.tsx'
import type { ContentView } from '../../../patterns/visual-editor/email-content.tsx'
import { useVisualEditor } from '../../../patterns/visual-editor/use-visual-editor.ts'
import { inspector } from '../inspector.texts.ts'
import { textOf } from '../model/step-labels.ts'
import type { FormProps } from './form-parts.tsx'

const { email: texts } = inspector

const BlockPanel = loadable(
  async () => (await import('../../../patterns/visual-editor/panel/block-panel.tsx')).BlockPanel,
)

/** The first error within the blocks. */
const blocksError = (errors: FormProps['errors']): string | undefined =>
  Object.entries(errors).find(([field]) => field.startsWith('config.blocks'))?.[1]

export function StepEmailButton(props: FormProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { change: changeSearch } = usePageSearch()
  const close = () => {
    setIsOpen(false)
    // The page has the same address for other contacts, such as the one whose executions are listed.
    changeSearch({ as: undefined, contact: undefined, view: undefined }, { replace: true })
  }
  const error = blocksError(props.errors)
  return (
    <div className="flex flex-col gap-1.5">
      <Button icon={<PencilLine />} onClick={() => setIsOpen(true)}>
        {texts.write}
      </Button>
      {error !== undefined && <p className="text-xs font-medium text-bad">{error}</p>}
      <Dialog
        title={textOf(props.step.config, 'subject') || texts.write}
        isOpen={isOpen}
        onClose={close}
        width="full"
      >
        <StepEmail {...props} />
        <DialogActions>
          <Button look="primary" onClick={close}>
            {texts.done}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}

const PANES = ['write', 'preview'] as const

function StepEmail({ step: { config }, errors, change, isReadOnly }: FormProps) {
  const [pane, setPane] = useState<(typeof PANES)[number]>('write')
  const [view, setView] = useState<ContentView>('picture')
  const isStacked = useIsStacked()
  const stored = config['blocks'] ?? null
  const content = { blocks: stored === null ? '' : JSON.stringify(stored), body: textOf(config, 'body') }
  const written = stored === null ? { body: content.body } : { blocks: stored }
  const draft = { subject: textOf(config, 'subject'), ...written, previewText: null, text: null }
  const type = config['type'] === 'TRANSACTIONAL' ? 'TRANSACTIONAL' : 'MARKETING'
  const values = usePreviewValues()
  const state = useRenderedDraft({ ...draft, type }, values)
  const from = textOf(config, 'from') || null
  const sender = useSender({ from, fromName: textOf(config, 'fromName') || null })
  const set = ({ blocks = content.blocks, body = content.body }: Partial<typeof content>) =>
    // The server makes the body of blocks.
    change(
      blocks === ''
        ? { blocks: undefined, body }
        : { blocks: JSON.parse(blocks) as unknown, body: undefined },
      'blocks',
    )
  const visual = useVisualEditor({ value: content.blocks, onChange: (blocks) => set({ blocks }), isReadOnly })
  const hasPanel = content.blocks !== '' && view === 'picture' && !isStacked
  const writing = (
    <div className="flex min-h-0 grow">
      <div className="min-w-0 grow">
        <EmailContent
          editor={visual}
          content={content}
          rendered={state.isStale ? undefined : state.rendered?.body}
          view={view}
          onView={setView}
          onChange={set}
          problem={state.mark}
          jump={undefined}
          isReadOnly={isReadOnly}
          error={blocksError(errors)}
        />
      </div>
      {hasPanel && (
        <div className="flex w-80 shrink-0 flex-col border-l border-line">
          <BlockPanel editor={visual} />
        </div>
      )}
    </div>
  )
  const contents = {
    write: writing,
    preview: (
      <div className="flex min-h-0 grow flex-col overflow-y-auto">
        <PreviewPane state={state} values={values} sender={sender} />
      </div>
    ),
  }
  return (
    <div className="flex h-[60vh] flex-col overflow-hidden rounded-xl border border-line">
      <Tabs
        label={texts.panes.label}
        value={pane}
        onChange={setPane}
        tabs={PANES.map((value) => ({ value, label: texts.panes[value], content: contents[value] }))}
      />
    </div>
  )
}
