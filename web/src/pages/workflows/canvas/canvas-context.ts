// What the parts of the canvas share. Not in the nodes themselves, so that choosing a card does not make all of them anew.
import { createContext, use } from 'react'
import type { Place } from '../model/edit-graph.ts'
import type { Picture } from '../model/layout.ts'

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'
/** The last line of a card: how many wait there, or what is wrong with it. */
export type Note = { text: string; tone: Tone }

/** The way of one contact: drawn over the graph. */
export type Trail = {
  /** Cards it has passed, and how it stands with them. */
  cards: ReadonlyMap<string, Tone>
  /** Ids of edges. */
  edges: ReadonlySet<string>
}

export type CanvasState = {
  picture: Picture
  selected: string | undefined
  notes: ReadonlyMap<string, Note>
  trail: Trail | undefined
  onSelect: (id: string) => void
  /** Absent where nothing can be changed. */
  onAdd: ((place: Place) => void) | undefined
}

export const CanvasContext = createContext<CanvasState>({
  picture: { nodes: [], edges: [], width: 0, height: 0 },
  selected: undefined,
  notes: new Map(),
  trail: undefined,
  onSelect: () => undefined,
  onAdd: undefined,
})

export const useCanvas = (): CanvasState => use(CanvasContext)
