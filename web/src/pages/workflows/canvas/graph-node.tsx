// The whole picture is one node of React Flow, which moves and scales it. As nodes and lines of its own, 200 steps would be 440
// parts that each watch its store and measure themselves, though nothing of that is needed: the layout knows all sizes.
import type { Node, NodeProps } from '@xyflow/react'
import { memo, useDeferredValue, useMemo } from 'react'
import { CARD, END } from '../model/arrange.ts'
import { TRIGGER } from '../model/definition.ts'
import type { Picture } from '../model/layout.ts'
import { editor } from '../editor.texts.ts'
import { useCanvas } from './canvas-context.ts'
import type { Cards } from './cards.ts'
import { Card } from './card.tsx'
import type { CardData } from './card.tsx'
import { Way } from './edge-label.tsx'

const { canvas: texts } = editor

type PictureNodeType = Node<{ picture: Picture; cards: Cards }, 'picture'>

// Cards are buttons of their own; what is around them is a picture.
const QUIET = { 'aria-roledescription': undefined } as object

export function pictureNode(picture: Picture, cards: Cards): PictureNodeType {
  const { width, height } = picture
  return {
    id: 'picture',
    type: 'picture',
    position: { x: 0, y: 0 },
    width,
    height,
    measured: { width, height },
    domAttributes: QUIET,
    data: { picture, cards },
  }
}

const SIZES = { '--card-width': `${CARD.width}px`, '--card-height': `${CARD.height}px` } as object

export const PictureNode = memo(function PictureNode({ data }: NodeProps<PictureNodeType>) {
  const { picture, cards } = data
  // First the cards and lines; what stands on the lines follows a moment later.
  const hasWays = useDeferredValue(true, false)
  return (
    <div style={SIZES}>
      <Lines picture={picture} />
      {hasWays && <Ways picture={picture} cards={cards} />}
      <CardLayer picture={picture} cards={cards} />
    </div>
  )
})

/** As two paths, one of them for what a contact has passed: a line by itself is nothing that anybody can choose. */
function Lines({ picture: { nodes, edges, width, height } }: { picture: Picture }) {
  const { trail } = useCanvas()
  const pathOf = (isPassed: boolean) =>
    edges
      .filter(({ id }) => (trail?.edges.has(id) === true) === isPassed)
      .map(({ path }) => path)
      .join('')
  return (
    <svg aria-hidden width={width} height={height} className="pointer-events-none absolute overflow-visible">
      <path className="way" d={pathOf(false)} />
      <path className="way-passed" d={pathOf(true)} />
      {nodes
        .filter(({ kind }) => kind === 'end')
        .map(({ id, x, y }) => (
          <circle key={id} className="way-end" cx={x + END.width / 2} cy={y + END.height / 2} r={4} />
        ))}
    </svg>
  )
}

type LayerProps = { picture: Picture; cards: Cards }

function Ways({ picture, cards }: LayerProps) {
  const { onAdd } = useCanvas()
  return picture.edges.map(({ id, source, branch, label }) => (
    <Way
      key={id}
      source={source}
      branch={branch}
      after={source === TRIGGER ? texts.start : (cards.get(source)?.title ?? source)}
      x={label.x}
      y={label.y}
      onAdd={onAdd}
    />
  ))
}

const NO_CARD: CardData = { title: '', detail: '', type: 'EXIT' }

function CardLayer({ picture, cards }: LayerProps) {
  const { selected, notes, trail, onSelect } = useCanvas()
  return picture.nodes
    .filter(({ kind }) => kind !== 'end')
    .map(({ id, x, y }) => (
      <Card
        key={id}
        id={id}
        x={x}
        y={y}
        data={cards.get(id) ?? NO_CARD}
        text={notes.get(id)?.text}
        tone={notes.get(id)?.tone ?? 'plain'}
        passed={trail?.cards.get(id)}
        isSelected={selected === id}
        isStop={(selected ?? TRIGGER) === id}
        onSelect={onSelect}
      />
    ))
}

/** The cards on the map. */
export function MapPicture() {
  const { picture } = useCanvas()
  const path = useMemo(() => boxesOf(picture), [picture])
  return <path className="react-flow__minimap-node" d={path} />
}

const boxesOf = ({ nodes }: Picture): string =>
  nodes
    .filter(({ kind }) => kind !== 'end')
    .map(({ x, y }) => `M${x},${y}h${CARD.width}v${CARD.height}h${-CARD.width}z`)
    .join('')
