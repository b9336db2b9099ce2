import { ArrowDown, ArrowUp, CopyPlus, Settings2, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { IconButton } from '../../../components/forms/button.tsx'
import type { EmailBlock } from '../model/block-document.ts'
import { visualEditor as texts } from '../visual-editor.texts.ts'
import { useCanvas } from './canvas-context.ts'
import { AlignTools, FieldTool, keepFocus, MarkTools } from './text-tools.tsx'

type BlockToolbarProps = { block: EmailBlock; name: string }

/** Floats above the selected block, and stays in sight while a long block is scrolled. */
export function BlockToolbar({ block, name }: BlockToolbarProps) {
  const { actions, written, onSettings } = useCanvas()
  const id = String(block.id)
  const text = written?.id === id && !written.editor.isDestroyed ? written : undefined
  const bar = useRef<HTMLDivElement>(null)
  useLeftInside(bar)
  return (
    <div className="sticky top-11 z-20 h-0">
      <div
        ref={bar}
        role="toolbar"
        aria-label={texts.tools(name)}
        className="absolute bottom-1 flex w-max max-w-[calc(100cqw-0.5rem)] flex-wrap rounded-xl border border-line bg-panel p-0.5 font-sans text-sm text-text shadow-popup"
      >
        {text?.isRich === true && <MarkTools editor={text.editor} />}
        {'align' in block && <AlignTools block={block} />}
        {text && <FieldTool editor={text.editor} />}
        <IconButton
          label={texts.up}
          shortcut="Alt ↑"
          onMouseDown={keepFocus}
          onClick={() => actions.move(id, -1)}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          label={texts.down}
          shortcut="Alt ↓"
          onMouseDown={keepFocus}
          onClick={() => actions.move(id, 1)}
        >
          <ArrowDown />
        </IconButton>
        <IconButton
          label={texts.copy}
          shortcut="Ctrl D"
          onMouseDown={keepFocus}
          onClick={() => actions.duplicate(id)}
        >
          <CopyPlus />
        </IconButton>
        <IconButton label={texts.remove} onMouseDown={keepFocus} onClick={() => actions.remove(id)}>
          <Trash2 />
        </IconButton>
        {onSettings && (
          <IconButton label={texts.settings} onClick={onSettings}>
            <Settings2 />
          </IconButton>
        )}
      </div>
    </div>
  )
}

/** Moves the bar of a block in a right column to the left, so that all of it is inside the email. */
function useLeftInside(bar: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current
    const block = element?.parentElement?.getBoundingClientRect()
    const paper = element?.closest('[data-paper]')?.getBoundingClientRect()
    if (!element || !block || !paper) return
    const left = Math.min(0, paper.right - block.left - element.offsetWidth)
    element.style.setProperty('left', `${left}px`)
  })
}
