// Where the cards stand. Nobody drags them: the document of a workflow has no coordinates, and the picture follows from it.
import { Graph, layout as arrange } from '@dagrejs/dagre'
import { edgesOf } from './canvas-edges.ts'
import type { CanvasEdge } from './canvas-edges.ts'
import { TRIGGER } from './definition.ts'
import type { Definition } from './definition.ts'

export const CARD = { width: 248, height: 80 }
export const END = { width: 20, height: 20 }
// Room for the name of a branch and the button that adds a step.
const BETWEEN_RANKS = 64
const BETWEEN_CARDS = 40
const LABEL = { width: 132, height: 24 }
const BUTTON = { width: 24, height: 24 }

export type CanvasNode = {
  id: string
  kind: 'trigger' | 'step' | 'end'
  x: number
  y: number
}
type Point = { x: number; y: number }
export type DrawnEdge = CanvasEdge & { path: string; label: Point }
export type Picture = { nodes: CanvasNode[]; edges: DrawnEdge[]; width: number; height: number }

export function layOut({ steps }: Pick<Definition, 'steps'>): Picture {
  const edges = edgesOf(steps)
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ranksep: BETWEEN_RANKS, nodesep: BETWEEN_CARDS, ranker: 'tight-tree' })
  graph.setDefaultEdgeLabel(() => ({}))
  const kinds = new Map<string, CanvasNode['kind']>([[TRIGGER, 'trigger']])
  for (const { id } of steps) kinds.set(id, 'step')
  for (const { isEnd, target } of edges) if (isEnd) kinds.set(target, 'end')
  for (const [id, kind] of kinds) graph.setNode(id, { ...(kind === 'end' ? END : CARD) })
  for (const { id, source, target, branch } of edges) {
    graph.setEdge(source, target, { ...(branch === undefined ? BUTTON : LABEL), labelpos: 'c' }, id)
  }
  // Without its heuristic, branches stand in the order in which the step names them.
  arrange(graph, { disableOptimalOrderHeuristic: true })
  const nodes = [...kinds].map(([id, kind]) => {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number }
    const size = kind === 'end' ? END : CARD
    return { id, kind, x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2) }
  })
  const placed = new Map(nodes.map((node) => [node.id, node]))
  const drawn = edges.map((edge): DrawnEdge => {
    const {
      points = [],
      x = 0,
      y = 0,
    } = graph.edge(edge.source, edge.target, edge.id) as Partial<Point> & {
      points?: Point[]
    }
    const ends = { from: placed.get(edge.source), to: placed.get(edge.target) }
    return { ...edge, path: pathOf(ends, points.slice(1, -1)), label: { x, y } }
  })
  const right = Math.max(...nodes.map(({ x, kind }) => x + (kind === 'end' ? END : CARD).width))
  const bottom = Math.max(...nodes.map(({ y, kind }) => y + (kind === 'end' ? END : CARD).height))
  return { nodes, edges: drawn, width: right, height: bottom }
}

const sizeOf = (node: CanvasNode | undefined) => (node?.kind === 'end' ? END : CARD)

// How far from a card a line turns, and how round.
const TURN = 14
const RADIUS = 8

/** Down, aside and down again, through the points that the layout keeps free of cards. */
function pathOf(
  { from, to }: Record<'from' | 'to', CanvasNode | undefined>,
  between: readonly Point[],
): string {
  if (!from || !to) return ''
  const start = { x: from.x + sizeOf(from).width / 2, y: from.y + sizeOf(from).height }
  const end = { x: to.x + sizeOf(to).width / 2, y: to.y }
  const corners = [start]
  const points = [...between, end]
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

/** The point on the way from `far` to the corner at which its curve begins. */
function shorten(far: Point, corner: Point): Point {
  const length = Math.hypot(far.x - corner.x, far.y - corner.y)
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length
  return { x: corner.x + (far.x - corner.x) * share, y: corner.y + (far.y - corner.y) * share }
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The card that an arrow key leads to: along the lines, or to the next one beside it. */
export function neighbour({ nodes, edges }: Picture, from: string, direction: Direction): string | undefined {
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
