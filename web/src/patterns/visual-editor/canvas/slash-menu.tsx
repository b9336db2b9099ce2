import type { Editor } from '@tiptap/react'
import { useEffect } from 'react'
import { classes } from '../../../components/classes.ts'
import { KIND_ICONS } from '../block-icons.tsx'
import { BLOCK_KINDS, LEAF_KINDS } from '../model/block-document.ts'
import type { BlockKind } from '../model/block-document.ts'
import { visualEditor as texts } from '../visual-editor.texts.ts'
import type { Slash } from './use-slash.ts'

/** The blocks whose name contains what was typed. */
export const slashKinds = (query: string, isInColumn: boolean): BlockKind[] => {
  const wanted = query.trim().toLowerCase()
  const kinds: readonly BlockKind[] = isInColumn ? LEAF_KINDS : BLOCK_KINDS
  return kinds.filter((kind) => kind !== 'text' && texts.kinds[kind].toLowerCase().includes(wanted))
}

type SlashMenuProps = {
  id: string
  kinds: readonly BlockKind[]
  slash: Slash
  editor: Editor
  onChoose: (kind: BlockKind) => void
}

/** The focus stays in the text, which names the highlighted option. */
export function SlashMenu({ id, kinds, slash, editor, onChoose }: SlashMenuProps) {
  const { place, highlighted } = slash
  const active = `${id}-${kinds[highlighted]}`
  useEffect(() => {
    const text = editor.view.dom
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', active)
    document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, active])
  return (
    <ul
      id={id}
      role="listbox"
      aria-label={texts.slash}
      className="absolute z-30 w-52 rounded-xl border border-line bg-panel p-1 font-sans text-sm text-text shadow-popup"
      style={{ left: place?.left, top: place?.top }}
    >
      {kinds.map((kind, index) => (
        <li
          key={kind}
          id={`${id}-${kind}`}
          role="option"
          aria-selected={index === highlighted}
          onPointerEnter={() => slash.setHighlighted(index)}
          onMouseDown={(event) => {
            // The text keeps the focus until the block is there.
            event.preventDefault()
            onChoose(kind)
          }}
          className={classes(
            'flex h-8 cursor-default items-center gap-2.5 rounded-lg px-2.5 [&_svg]:size-4 [&_svg]:text-soft',
            index === highlighted && 'bg-hover',
          )}
        >
          {KIND_ICONS[kind]}
          {texts.kinds[kind]}
        </li>
      ))}
    </ul>
  )
}
