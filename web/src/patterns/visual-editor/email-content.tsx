// The content of an email, written in the picture or as code. Blocks are kept until their code is really changed.
import { Code, Image as PictureIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CodePlace, CodeProblem } from '../../components/code/code-editor.tsx'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/forms/button.tsx'
import { loadable } from '../../components/loadable.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { UndoButtons } from '../../components/undo-buttons.tsx'
import { useIsStacked } from '../../hooks/use-is-narrow.ts'
import { BodyEditor } from '../email-editor/body-editor.tsx'
import { useVariables } from '../email-editor/use-variables.ts'
import { AddMenu } from './canvas/add-menu.tsx'
import type { VisualEditor } from './use-visual-editor.ts'
import { visualEditor as texts } from './visual-editor.texts.ts'

// Both editors are large, so only the one in use is loaded.
const VisualCanvas = loadable(async () => (await import('./canvas/visual-canvas.tsx')).VisualCanvas)
const BlockPanel = loadable(async () => (await import('./panel/block-panel.tsx')).BlockPanel)

export type ContentView = 'picture' | 'code'

/** `blocks` is the document as JSON, or empty if the body is written as code. */
type EmailContentFields = { blocks: string; body: string }

type EmailContentProps = {
  editor: VisualEditor
  content: EmailContentFields
  /** The body that the server made of the blocks; undefined while there is none. */
  rendered: string | undefined
  view: ContentView
  onView: (view: ContentView) => void
  onChange: (content: Partial<EmailContentFields>) => void
  problem: CodeProblem | undefined
  jump: CodePlace | undefined
  isReadOnly: boolean
  error: string | undefined
}

export function EmailContent(props: EmailContentProps) {
  const { editor, content, rendered, view, onView, isReadOnly, error } = props
  const isPicture = content.blocks !== '' && view === 'picture'
  return (
    <section className="flex h-full min-h-0 flex-col bg-ground">
      {content.blocks !== '' && (
        <div className="flex flex-wrap items-center gap-1 border-b border-line bg-panel px-3 py-1.5">
          {isPicture && !isReadOnly && (
            <>
              <UndoButtons texts={texts} undo={editor.undo} redo={editor.redo} />
              <AddMenu
                isInColumn={false}
                onAdd={editor.actions.add}
                trigger={
                  <Button look="quiet" size="small" icon={<Plus />}>
                    {texts.add}
                  </Button>
                }
              />
            </>
          )}
          <span className="grow" />
          <ViewSwitch view={view} isCodeReady={rendered !== undefined} onView={onView} />
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className="border-b border-line bg-panel px-4 py-2 text-sm font-medium text-bad">
          {error}
        </p>
      )}
      {isPicture ? <Picture editor={editor} /> : <CodeView {...props} />}
    </section>
  )
}

function Picture({ editor }: { editor: VisualEditor }) {
  const variables = useVariables()
  const isStacked = useIsStacked()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <VisualCanvas
        editor={editor}
        variables={variables}
        onSettings={isStacked ? () => setIsOpen(true) : undefined}
        fallback={<RowSkeletons />}
      />
      <Dialog title={texts.settings} isOpen={isStacked && isOpen} onClose={close} isSheet>
        <div className="-mx-4">
          <BlockPanel editor={editor} />
        </div>
        <DialogActions>
          <Button look="primary" onClick={close}>
            {texts.close}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

/** The content when the code was changed first, and the code of its blocks, so that the way back is open. */
type LeftBlocks = { content: EmailContentFields; code: string }

function CodeView({ content, rendered, onView, onChange, problem, jump, isReadOnly }: EmailContentProps) {
  const [left, setLeft] = useState<LeftBlocks>()
  const [isConfirming, setIsConfirming] = useState(false)
  const hasBlocks = content.blocks !== ''
  const write = (body: string) => {
    if (hasBlocks && rendered !== undefined && body !== rendered) {
      setLeft({ content: { blocks: content.blocks, body: content.body }, code: rendered })
      return onChange({ blocks: '', body })
    }
    // The code is as the blocks made it.
    if (left && body === left.code) return onChange(left.content)
    if (!hasBlocks) onChange({ body })
  }
  const close = () => setIsConfirming(false)
  return (
    <>
      {(hasBlocks || left) && !isReadOnly && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-info-soft px-4 py-2 text-sm text-info">
          <p className="min-w-0 grow basis-64">{hasBlocks ? texts.code.kept : texts.code.changed}</p>
          {!hasBlocks && (
            <Button size="small" onClick={() => setIsConfirming(true)}>
              {texts.code.back}
            </Button>
          )}
        </div>
      )}
      <div className="min-h-0 grow">
        <BodyEditor
          value={hasBlocks ? (rendered ?? '') : content.body}
          onChange={write}
          problem={problem}
          jump={jump}
          isReadOnly={isReadOnly || (hasBlocks && rendered === undefined)}
        />
      </div>
      <ConfirmDialog
        title={texts.code.backTitle}
        description={texts.code.backText}
        cancel={texts.code.stay}
        submit={texts.code.discard}
        isOpen={isConfirming}
        onClose={close}
        onConfirm={() => {
          close()
          if (left) onChange(left.content)
          onView('picture')
        }}
      />
    </>
  )
}

type ViewSwitchProps = { view: ContentView; isCodeReady: boolean; onView: (view: ContentView) => void }

const VIEW_ICONS = { picture: <PictureIcon />, code: <Code /> }

function ViewSwitch({ view, isCodeReady, onView }: ViewSwitchProps) {
  return (
    <div
      role="group"
      aria-label={texts.views.label}
      className="flex rounded-lg border border-edge bg-sunken p-0.5"
    >
      {(['picture', 'code'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          // Blocks that cannot be rendered have no code yet.
          disabled={one === 'code' && !isCodeReady}
          onClick={() => onView(one)}
          className={classes(
            'flex h-7 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium text-soft disabled:opacity-55 [&_svg]:size-3.5',
            view === one ? 'bg-panel text-text shadow-raised' : 'hover:text-text',
          )}
        >
          {VIEW_ICONS[one]}
          {texts.views[one]}
        </button>
      ))}
    </div>
  )
}
