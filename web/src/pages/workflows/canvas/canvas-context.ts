// State shared by the parts of the canvas. In a context, so that selecting a card does not rebuild the nodes.
import { createContext, use } from 'react'
import type { Slot } from '../model/edit-graph.ts'
import type { Funnel } from '../model/funnel.ts'
import type { Layout } from '../model/layout.ts'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'
/** The last line of a card: counts, or a problem. */
export type Note = { text: string; tone: Tone }

/** The path of one contact, drawn over the graph. */
export type Trail = {
  cards: ReadonlyMap<string, Tone>
  edges: ReadonlySet<string>
}

export type CanvasState = {
  layout: Layout
  selected: string | undefined
  notes: ReadonlyMap<string, Note>
  trail: Trail | undefined
  /** How contacts go through it, instead of the details of each step. */
  funnel: Funnel | undefined
  /** Whether emails have a small picture. */
  hasPictures: boolean
  onSelect: (id: string) => void
  /** Undefined if the workflow is read-only. */
  onAdd: ((slot: Slot) => void) | undefined
}

export const CanvasContext = createContext<CanvasState>({
  layout: { nodes: [], edges: [], width: 0, height: 0 },
  selected: undefined,
  notes: new Map(),
  trail: undefined,
  funnel: undefined,
  hasPictures: false,
  onSelect: () => undefined,
  onAdd: undefined,
})

export const useCanvas = (): CanvasState => use(CanvasContext)
