// "/" at the beginning of an empty paragraph lists the blocks that can take its place; letters after it filter them.
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import type { BlockKind } from '../model/block-document.ts'

export type SlashPlace = {
  /** The letters after "/". */
  query: string
  /** Index in the text. */
  paragraph: number
  /** Below the cursor, from the corner of the text. */
  left: number
  top: number
}

export type Slash = ReturnType<typeof useSlash>

const TYPED = /^\/([\p{L}\p{N} ]{0,20})$/u

export function useSlash(isOn: boolean) {
  const [place, setPlace] = useState<SlashPlace>()
  const [highlighted, setHighlighted] = useState(0)
  const close = () => setPlace(undefined)
  return {
    place,
    highlighted,
    setHighlighted,
    close,
    look: (editor: Editor, frame: HTMLElement | null) => {
      const next = isOn && frame ? findSlash(editor, frame) : undefined
      if (next?.query !== place?.query) setHighlighted(0)
      setPlace(next)
    },
    /** Whether it took the key. */
    handleKey: (event: KeyboardEvent, kinds: readonly BlockKind[], choose: (kind: BlockKind) => void) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const chosen = kinds[highlighted]
      if (step !== undefined) setHighlighted((highlighted + step + kinds.length) % kinds.length)
      else if (event.key === 'Escape') close()
      else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
      else return false
      event.stopPropagation()
      return true
    },
  }
}

function findSlash({ state, view }: Editor, frame: HTMLElement): SlashPlace | undefined {
  const { $from, empty } = state.selection
  const [typed, query = ''] = TYPED.exec($from.parent.textContent) ?? []
  if (!empty || $from.depth !== 1 || typed === undefined) return undefined
  const { left, bottom } = view.coordsAtPos($from.pos)
  const corner = frame.getBoundingClientRect()
  return { query, paragraph: $from.index(0), left: left - corner.left, top: bottom - corner.top + 4 }
}
