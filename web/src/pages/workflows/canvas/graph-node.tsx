// The whole graph is one node of React Flow, which moves and scales it. As separate nodes and edges, 200 steps would be 440
// components that subscribe to its store and measure themselves, though the layout knows all sizes.
import type { Node, NodeProps } from '@xyflow/react'
import { memo, useDeferredValue, useMemo } from 'react'
import { CARD, END } from '../model/arrange.ts'
import { TRIGGER } from '../model/definition.ts'
import type { Layout } from '../model/layout.ts'
import { editor } from '../editor.texts.ts'
import { useCanvas } from './canvas-context.ts'
import type { Cards } from './cards.ts'
import { Card } from './card.tsx'
import type { CardData } from './card.tsx'
import { EdgeLabel } from './edge-label.tsx'
import { EmailPicture } from './email-picture.tsx'
import { cardWords, edgeWords } from './funnel-words.ts'

const { canvas: texts } = editor

type GraphNodeType = Node<{ layout: Layout; cards: Cards }, 'graph'>

// Only the cards are interactive.
const ATTRIBUTES = { 'aria-roledescription': undefined } as object

export function graphNode(layout: Layout, cards: Cards): GraphNodeType {
  const { width, height } = layout
  return {
    id: 'graph',
    type: 'graph',
    position: { x: 0, y: 0 },
    width,
    height,
    measured: { width, height },
    domAttributes: ATTRIBUTES,
    data: { layout, cards },
  }
}

const SIZES = { '--card-width': `${CARD.width}px`, '--card-height': `${CARD.height}px` } as object

export const GraphNode = memo(function GraphNode({ data }: NodeProps<GraphNodeType>) {
  const { layout, cards } = data
  // Cards and lines are rendered before the labels.
  const hasLabels = useDeferredValue(true, false)
  return (
    <div style={SIZES}>
      <Lines layout={layout} />
      {hasLabels && <EdgeLabels layout={layout} cards={cards} />}
      <CardLayer layout={layout} cards={cards} />
    </div>
  )
})

/** All lines in two paths, one for those that the contact has passed. */
function Lines({ layout: { nodes, edges, width, height } }: { layout: Layout }) {
  const { trail } = useCanvas()
  const pathOf = (isPassed: boolean) =>
    edges
      .filter(({ id }) => (trail?.edges.has(id) === true) === isPassed)
      .map(({ path }) => path)
      .join('')
  return (
    <svg aria-hidden width={width} height={height} className="pointer-events-none absolute overflow-visible">
      <path className="edge" d={pathOf(false)} />
      <path className="edge-passed" d={pathOf(true)} />
      {nodes
        .filter(({ kind }) => kind === 'end')
        .map(({ id, x, y }) => (
          <circle key={id} className="edge-end" cx={x + END.width / 2} cy={y + END.height / 2} r={4} />
        ))}
    </svg>
  )
}

type LayerProps = { layout: Layout; cards: Cards }

function EdgeLabels({ layout, cards }: LayerProps) {
  const { onAdd, funnel } = useCanvas()
  return layout.edges.map(({ id, source, branch, label }) => (
    <EdgeLabel
      key={id}
      figures={funnel && edgeWords(funnel.edges.get(id))}
      source={source}
      branch={branch}
      after={source === TRIGGER ? texts.start : (cards.get(source)?.title ?? source)}
      x={label.x}
      y={label.y}
      onAdd={funnel ? undefined : onAdd}
    />
  ))
}

const NO_CARD: CardData = { title: '', detail: '', type: 'EXIT' }

function CardLayer({ layout, cards }: LayerProps) {
  const { selected, notes, trail, funnel, hasPictures, onSelect } = useCanvas()
  // Figures need the room of the pictures.
  const pictureOf = (id: string) => (hasPictures && !funnel ? cards.get(id)?.email : undefined)
  const shown = layout.nodes.filter(({ kind }) => kind !== 'end')
  const buttons = shown.map(({ id, x, y }) => (
    <Card
      key={id}
      hasPicture={pictureOf(id) !== undefined}
      id={id}
      x={x}
      y={y}
      data={cards.get(id) ?? NO_CARD}
      note={funnel ? undefined : notes.get(id)?.text}
      figures={funnel && cardWords(funnel.cards.get(id))}
      tone={notes.get(id)?.tone ?? 'plain'}
      passed={trail?.cards.get(id)}
      isSelected={selected === id}
      isTabStop={(selected ?? TRIGGER) === id}
      onSelect={onSelect}
    />
  ))
  return (
    <>
      {buttons}
      {shown.map(({ id, x, y }) => {
        const email = pictureOf(id)
        return email && <EmailPicture key={id} email={email} title={cards.get(id)?.title ?? ''} x={x} y={y} />
      })}
    </>
  )
}

export function MapCards() {
  const { layout } = useCanvas()
  const path = useMemo(() => boxesOf(layout), [layout])
  return <path className="react-flow__minimap-node" d={path} />
}

const boxesOf = ({ nodes }: Layout): string =>
  nodes
    .filter(({ kind }) => kind !== 'end')
    .map(({ x, y }) => `M${x},${y}h${CARD.width}v${CARD.height}h${-CARD.width}z`)
    .join('')
