import type { Editor } from '@tiptap/react'
import { createContext, use } from 'react'
import type { BrandKit } from '../../../../../src/features/templates/brand/brand.schema.ts'
import type { BlockTheme } from '../model/block-document.ts'
import type { Gap } from '../model/block-lists.ts'
import type { EditorActions } from '../use-visual-editor.ts'

/** The text that has the focus, or had it last in the selected block. */
export type WrittenText = { id: string; editor: Editor; isRich: boolean }

export type Canvas = {
  theme: BlockTheme
  brand: BrandKit
  actions: EditorActions
  isReadOnly: boolean
  selected: string | undefined
  variables: readonly string[]
  written: WrittenText | undefined
  setWritten: (text: WrittenText) => void
  /** The block that is dragged, and the gap in which it would land. */
  dragged: { id: string; gap: Gap | undefined } | undefined
  startDrag: (event: PointerEvent, id: string) => void
  /** Opens the settings of the selected block, where no panel is beside the canvas. */
  onSettings: (() => void) | undefined
}

export const CanvasContext = createContext<Canvas | undefined>(undefined)

export function useCanvas(): Canvas {
  const canvas = use(CanvasContext)
  if (!canvas) throw new Error('this is not on a canvas')
  return canvas
}
