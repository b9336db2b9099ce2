// Positions of cards and lines. A workflow stores no coordinates: its layout is computed, and cards cannot be dragged.
import { arrange, BETWEEN_CARDS, CARD, END } from './arrange.ts'
import type { Arrangement, Point } from './arrange.ts'
import { edgesOf } from './canvas-edges.ts'
import type { CanvasEdge } from './canvas-edges.ts'
import { TRIGGER } from './definition.ts'
import type { Definition } from './definition.ts'
import { piecesOf } from './pieces.ts'
import type { Piece } from './pieces.ts'

export type CanvasNode = {
  id: string
  kind: 'trigger' | 'step' | 'end'
  x: number
  y: number
}
export type DrawnEdge = CanvasEdge & { path: string; label: Point }
export type Layout = { nodes: CanvasNode[]; edges: DrawnEdge[]; width: number; height: number }

export function computeLayout({ steps }: Pick<Definition, 'steps'>): Layout {
  const edges = edgesOf(steps)
  const kinds = new Map<string, CanvasNode['kind']>([[TRIGGER, 'trigger']])
  for (const { id } of steps) kinds.set(id, 'step')
  for (const { isEnd, target } of edges) if (isEnd) kinds.set(target, 'end')
  const { centres, lines } = sideBySide(piecesOf([...kinds.keys()], edges).map(stack))
  const nodes = [...kinds].map(([id, kind]) => {
    const { x, y } = centres.get(id) ?? ORIGIN
    const size = kind === 'end' ? END : CARD
    return { id, kind, x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2) }
  })
  const placed = new Map(nodes.map((node) => [node.id, node]))
  const drawn = edges.map((edge): DrawnEdge => {
    const { bends, label } = lines.get(edge.id) ?? { bends: [], label: ORIGIN }
    const ends = { from: placed.get(edge.source), to: placed.get(edge.target) }
    return { ...edge, path: pathOf(ends, bends), label }
  })
  const right = Math.max(...nodes.map((node) => node.x + sizeOf(node).width))
  const bottom = Math.max(...nodes.map((node) => node.y + sizeOf(node).height))
  return { nodes, edges: drawn, width: right, height: bottom }
}

const ORIGIN: Point = { x: 0, y: 0 }

const moved = ({ x, y }: Point, by: Point): Point => ({ x: x + by.x, y: y + by.y })

type Line = Arrangement['lines'][number]
type Positions = { centres: Map<string, Point>; lines: Map<string, Line> }

const movedLine = ({ bends, label }: Line, by: Point): Line => ({
  bends: bends.map((point) => moved(point, by)),
  label: moved(label, by),
})

/** Stacks pieces: the last card of one is the first of the next. */
function stack(pieces: readonly Piece[]): Positions {
  const placed: { piece: Piece; arrangement: Arrangement; by: Point }[] = []
  let start: Point | undefined
  for (const piece of pieces) {
    const arrangement = arrange(piece)
    const [first = ORIGIN] = arrangement.nodes
    const by = start ? { x: start.x - first.x, y: start.y - first.y } : ORIGIN
    placed.push({ piece, arrangement, by })
    const last = arrangement.nodes[piece.ids.indexOf(piece.last ?? '')]
    if (last) start = moved(last, by)
  }
  // Each piece starts at x = 0, so the largest shift to the left is the left edge.
  const left = Math.min(...placed.map(({ by }) => by.x))
  const positions: Positions = { centres: new Map(), lines: new Map() }
  for (const { piece, arrangement, by } of placed) {
    const shift = { x: by.x - left, y: by.y }
    arrangement.nodes.forEach((point, n) => positions.centres.set(piece.ids[n] ?? '', moved(point, shift)))
    arrangement.lines.forEach((line, n) =>
      positions.lines.set(piece.edges[n]?.id ?? '', movedLine(line, shift)),
    )
  }
  return positions
}

/** Puts unconnected parts side by side. */
function sideBySide(parts: readonly Positions[]): Positions {
  const positions: Positions = { centres: new Map(), lines: new Map() }
  let left = 0
  for (const { centres, lines } of parts) {
    const shift = { x: left, y: 0 }
    for (const [id, point] of centres) positions.centres.set(id, moved(point, shift))
    for (const [id, line] of lines) positions.lines.set(id, movedLine(line, shift))
    const points = [...centres.values(), ...[...lines.values()].flatMap(({ bends }) => bends)]
    left += Math.max(...points.map(({ x }) => x)) + CARD.width / 2 + BETWEEN_CARDS
  }
  return positions
}

const sizeOf = (node: CanvasNode | undefined) => (node?.kind === 'end' ? END : CARD)

// The distance from a card at which a line turns, and the radius of its corners.
const TURN = 14
const RADIUS = 8

/** Vertical and horizontal lines through the bends, which are free of cards. */
function pathOf(
  { from, to }: Record<'from' | 'to', CanvasNode | undefined>,
  bends: readonly Point[],
): string {
  if (!from || !to) return ''
  const start = { x: from.x + sizeOf(from).width / 2, y: from.y + sizeOf(from).height }
  const end = { x: to.x + sizeOf(to).width / 2, y: to.y }
  const corners = [start]
  const points = [...bends, end]
  points.forEach((point, index) => {
    const last = corners.at(-1) ?? start
    if (Math.abs(point.x - last.x) < 1) return
    const isFirst = index === 0
    const isLast = index === points.length - 1
    const turn = isFirst ? start.y + TURN : isLast ? end.y - TURN : (last.y + point.y) / 2
    corners.push({ x: last.x, y: turn }, { x: point.x, y: turn })
    if (!isLast) corners.push(point)
  })
  return rounded([...corners, end])
}

function rounded(corners: readonly Point[]): string {
  const [first, ...rest] = corners
  if (!first) return ''
  const parts = [`M${first.x},${first.y}`]
  rest.forEach((corner, index) => {
    const next = rest[index + 1]
    if (!next) return parts.push(`L${corner.x},${corner.y}`)
    const before = shorten(corners[index] ?? corner, corner)
    const after = shorten(next, corner)
    return parts.push(`L${before.x},${before.y}Q${corner.x},${corner.y} ${after.x},${after.y}`)
  })
  return parts.join('')
}

/** The point between `far` and the corner where the curve begins. */
function shorten(far: Point, corner: Point): Point {
  const length = Math.hypot(far.x - corner.x, far.y - corner.y)
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length
  return { x: corner.x + (far.x - corner.x) * share, y: corner.y + (far.y - corner.y) * share }
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The card that an arrow key moves to: along the lines, or the nearest beside it. */
export function neighbour({ nodes, edges }: Layout, from: string, direction: Direction): string | undefined {
  const here = nodes.find(({ id }) => id === from)
  if (!here) return nodes[0]?.id
  if (direction === 'down') return edges.find(({ source, isEnd }) => source === from && !isEnd)?.target
  if (direction === 'up') return edges.find(({ target }) => target === from)?.source
  const isRight = direction === 'right'
  const beside = nodes.filter(
    ({ kind, x, y }) =>
      kind !== 'end' && Math.abs(y - here.y) < CARD.height && (isRight ? x > here.x : x < here.x),
  )
  const nearest = beside.toSorted((a, b) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x))
  return nearest[0]?.id
}
