// An email as a list of blocks. The server renders the preview beside it.
import { Code } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../../components/forms/button.tsx'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { UndoButtons } from '../../../components/undo-buttons.tsx'
import { useUndo } from '../../../hooks/use-undo.ts'
import { outlineOf, readDocument } from './block-document.ts'
import type { BlockDocument } from './block-document.ts'
import { BlockList } from './block-list.tsx'
import { blocksTexts as texts } from './blocks.texts.ts'
import { ThemeFields } from './theme-fields.tsx'

type BlockEditorProps = {
  value: string
  isReadOnly: boolean
  variables: readonly string[]
  error: string | undefined
  onChange: (value: string) => void
  /** Converts to code; undefined while there is none. */
  onCode: (() => void) | undefined
}

export function BlockEditor({ value, isReadOnly, variables, error, onChange, onCode }: BlockEditorProps) {
  const document = useMemo(() => readDocument(value), [value])
  const history = useUndo(value, onChange)
  const change = (changes: Partial<BlockDocument>) => {
    const next = { theme: document.theme, blocks: document.blocks, ...changes }
    // Adding, moving and removing blocks are undo steps of their own, unlike typing.
    const isOwnStep = outlineOf(next.blocks) !== outlineOf(document.blocks)
    history.change(JSON.stringify(next), { isOwnStep })
  }
  return (
    <section aria-label={texts.editor} className="flex h-full min-h-0 flex-col bg-ground">
      {!isReadOnly && (
        <div className="flex items-center gap-1 border-b border-line bg-panel px-3 py-1.5">
          <UndoButtons texts={texts} undo={history.undo} redo={history.redo} hasKeys={false} />
          <span className="grow" />
          <ToCode onCode={onCode} />
        </div>
      )}
      <div className="flex min-h-0 grow flex-col gap-3 overflow-y-auto p-4">
        {error !== undefined && (
          <p role="alert" className="text-sm font-medium text-bad">
            {error}
          </p>
        )}
        <BlockList
          blocks={document.blocks}
          addLabel={texts.add}
          isReadOnly={isReadOnly}
          variables={variables}
          onChange={(blocks) => change({ blocks })}
        />
        <ThemeFields theme={document.theme} isReadOnly={isReadOnly} onChange={(theme) => change({ theme })} />
      </div>
    </section>
  )
}

function ToCode({ onCode }: Pick<BlockEditorProps, 'onCode'>) {
  const [isConfirming, setIsConfirming] = useState(false)
  const close = () => setIsConfirming(false)
  return (
    <>
      <Button size="small" icon={<Code />} onClick={() => setIsConfirming(true)}>
        {texts.asCode.action}
      </Button>
      <ConfirmDialog
        title={texts.asCode.title}
        description={texts.asCode.text}
        cancel={texts.asCode.cancel}
        submit={texts.asCode.submit}
        look="primary"
        isOpen={isConfirming}
        isDisabled={onCode === undefined}
        onClose={close}
        onConfirm={onCode}
      />
    </>
  )
}
