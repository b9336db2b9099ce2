// The picture of a workflow as React Flow takes it. A part that has not changed stays the same object: of 200 cards only the one
// is drawn anew in whose step somebody types.
import { Position } from '@xyflow/react'
import { useMemo } from 'react'
import { editor } from '../editor.texts.ts'
import { TRIGGER } from '../model/definition.ts'
import type { Definition, DraftStep } from '../model/definition.ts'
import { CARD, END } from '../model/arrange.ts'
import type { CanvasNode, DrawnEdge, Picture } from '../model/layout.ts'
import { triggerWords, wordsOf } from '../model/step-words.ts'
import type { Names } from '../model/step-words.ts'
import { stepTexts } from '../steps.texts.ts'
import type { CardData } from './card.tsx'
import type { WayEdgeType } from './way.tsx'

const { canvas: texts } = editor

/** What was made of an object before, for as long as it is made of the same. */
function remembered<Key extends object, Basis, Made>(
  make: (key: Key, basis: Basis) => Made,
): (key: Key, basis: Basis) => Made {
  const known = new WeakMap<Key, { basis: Basis; made: Made }>()
  return (key, basis) => {
    const found = known.get(key)
    if (found?.basis === basis) return found.made
    const made = make(key, basis)
    known.set(key, { basis, made })
    return made
  }
}

/** A step that was not changed is the same object (edit-graph.ts). */
const cardOf = remembered((step: DraftStep, names: Names): CardData => ({
  ...wordsOf(step, names),
  type: step.type,
}))

const HANDLES = (width: number, height: number) => [
  { type: 'target' as const, position: Position.Top, x: width / 2, y: 0, width: 1, height: 1 },
  { type: 'source' as const, position: Position.Bottom, x: width / 2, y: height, width: 1, height: 1 },
]
// Cards are buttons of their own; what is around them and the lines are a picture.
const QUIET = { 'aria-roledescription': undefined } as object
const HIDDEN = { 'aria-hidden': true, 'aria-roledescription': undefined } as object
const NO_CARD: CardData = { title: '', detail: '', type: 'EXIT' }

const nodeOf = remembered(({ id, kind, x, y }: CanvasNode, data: CardData) => {
  const size = kind === 'end' ? END : CARD
  return {
    id,
    type: kind === 'end' ? 'end' : 'card',
    position: { x, y },
    ...size,
    measured: size,
    handles: HANDLES(size.width, size.height),
    domAttributes: kind === 'end' ? HIDDEN : QUIET,
    data,
  }
})

/** `after`: what the step is called that the line begins at. */
const edgeOf = remembered(
  ({ id, source, branch, target, path, label }: DrawnEdge, after: string): WayEdgeType => ({
    id,
    source,
    target,
    type: 'way',
    data: { source, branch, after, path, label },
    domAttributes: HIDDEN,
  }),
)

type Part = Pick<Definition, 'trigger' | 'steps' | 'entry'>
type Cards = ReadonlyMap<string, CardData>

/** The rules of entry are the detail of the trigger. */
function triggerCard({ trigger, entry }: Omit<Part, 'steps'>, names: Names): CardData {
  const reentry = (entry?.['reentry'] ?? 'once') as keyof typeof stepTexts.reentry
  return { title: triggerWords(trigger, names), detail: stepTexts.reentry[reentry] ?? '', type: 'TRIGGER' }
}

export const cardsOf = (start: CardData, { steps }: Pick<Part, 'steps'>, names: Names): Cards =>
  new Map<string, CardData>([
    [TRIGGER, start],
    ...steps.map((step) => [step.id, cardOf(step, names)] as const),
  ])

export const nodesOf = ({ nodes }: Picture, cards: Cards) =>
  nodes.map((node) => nodeOf(node, cards.get(node.id) ?? NO_CARD))

export const edgesOf = ({ edges }: Picture, cards: Cards) =>
  edges.map((edge) =>
    edgeOf(edge, edge.source === TRIGGER ? texts.start : (cards.get(edge.source)?.title ?? edge.source)),
  )

export function useFlowParts(picture: Picture, definition: Part, names: Names) {
  const { trigger, entry, steps } = definition
  const start = useMemo(() => triggerCard({ trigger, entry }, names), [trigger, entry, names])
  const cards = useMemo(() => cardsOf(start, { steps }, names), [start, steps, names])
  const nodes = useMemo(() => nodesOf(picture, cards), [picture, cards])
  const edges = useMemo(() => edgesOf(picture, cards), [picture, cards])
  return { nodes, edges }
}
