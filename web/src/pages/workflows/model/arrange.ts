// Positions the cards of one piece of a workflow.
import { Graph, layout } from '@dagrejs/dagre'
import type { Piece } from './pieces.ts'

export const CARD = { width: 248, height: 68 }
export const END = { width: 20, height: 20 }
// Room for the name of a branch and the + button.
const BETWEEN_RANKS = 28
export const BETWEEN_CARDS = 28
const LABEL = { width: 132, height: 24 }
const BUTTON = { width: 24, height: 24 }

export type Point = { x: number; y: number }
/** Centres of cards and ends, in the order of the piece; for each line, its bends and the centre of its label. */
export type Arrangement = { nodes: Point[]; lines: { bends: Point[]; label: Point }[] }

/** Numbers instead of step ids, so that all pieces of the same shape share one cached arrangement. */
type Shape = { isEnd: boolean[]; lines: { from: number; to: number; isNamed: boolean }[] }

// Most workflows have fewer than ten shapes; editing a large one all day makes some hundreds.
const MAX_CACHED = 500
const cache = new Map<string, Arrangement>()

export function arrange(piece: Pick<Piece, 'ids' | 'edges'>): Arrangement {
  const shape = shapeOf(piece)
  const key = JSON.stringify(shape)
  const cached = cache.get(key)
  if (cached) return cached
  const arrangement = arrangeShape(shape)
  if (cache.size === MAX_CACHED) cache.clear()
  cache.set(key, arrangement)
  return arrangement
}

function shapeOf({ ids, edges }: Pick<Piece, 'ids' | 'edges'>): Shape {
  const numbers = new Map(ids.map((id, number) => [id, number]))
  const ends = new Set(edges.filter(({ isEnd }) => isEnd).map(({ target }) => target))
  const numberOf = (id: string) => numbers.get(id) ?? 0
  return {
    isEnd: ids.map((id) => ends.has(id)),
    lines: edges.map(({ source, target, branch }) => ({
      from: numberOf(source),
      to: numberOf(target),
      isNamed: branch !== undefined,
    })),
  }
}

function arrangeShape({ isEnd, lines }: Shape): Arrangement {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ranksep: BETWEEN_RANKS, nodesep: BETWEEN_CARDS, ranker: 'tight-tree' })
  isEnd.forEach((isEndNode, number) => graph.setNode(`${number}`, { ...(isEndNode ? END : CARD) }))
  lines.forEach(({ from, to, isNamed }, number) => {
    graph.setEdge(`${from}`, `${to}`, { ...(isNamed ? LABEL : BUTTON), labelpos: 'c' }, `${number}`)
  })
  // Without dagre's heuristic, branches keep the order of the step.
  layout(graph, { disableOptimalOrderHeuristic: true })
  return {
    nodes: isEnd.map((_, number) => pointOf(graph.node(`${number}`) as Partial<Point>)),
    lines: lines.map(({ from, to }, number) => {
      const line = graph.edge(`${from}`, `${to}`, `${number}`) as Partial<Point> & { points?: Point[] }
      // The first and last points touch the cards.
      return { bends: (line.points ?? []).slice(1, -1), label: pointOf(line) }
    }),
  }
}

const pointOf = ({ x = 0, y = 0 }: Partial<Point>): Point => ({ x, y })
