// Where the cards of one piece of a workflow stand beside and below each other.
import { Graph, layout } from '@dagrejs/dagre'
import type { Piece } from './pieces.ts'

export const CARD = { width: 248, height: 80 }
export const END = { width: 20, height: 20 }
// Room for the name of a branch and the button that adds a step.
const BETWEEN_RANKS = 64
export const BETWEEN_CARDS = 40
const LABEL = { width: 132, height: 24 }
const BUTTON = { width: 24, height: 24 }

export type Point = { x: number; y: number }
/** Middles of cards and ends, in the order of the piece; for each line, what it passes and where its name stands. */
export type Arrangement = { nodes: Point[]; lines: { between: Point[]; label: Point }[] }

/** By numbers instead of names: all pieces of two cards are arranged alike, whatever their steps are called. */
type Shape = { isEnd: boolean[]; lines: { from: number; to: number; isNamed: boolean }[] }

// Most workflows have fewer than ten shapes. Somebody who edits a large one all day makes some hundreds.
const MOST_KEPT = 500
const kept = new Map<string, Arrangement>()

export function arrange(piece: Pick<Piece, 'ids' | 'edges'>): Arrangement {
  const shape = shapeOf(piece)
  const key = JSON.stringify(shape)
  const known = kept.get(key)
  if (known) return known
  const made = arrangeShape(shape)
  if (kept.size === MOST_KEPT) kept.clear()
  kept.set(key, made)
  return made
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
  isEnd.forEach((is, number) => graph.setNode(`${number}`, { ...(is ? END : CARD) }))
  lines.forEach(({ from, to, isNamed }, number) => {
    graph.setEdge(`${from}`, `${to}`, { ...(isNamed ? LABEL : BUTTON), labelpos: 'c' }, `${number}`)
  })
  // Without its heuristic, branches stand in the order in which the step names them.
  layout(graph, { disableOptimalOrderHeuristic: true })
  return {
    nodes: isEnd.map((_, number) => pointOf(graph.node(`${number}`) as Partial<Point>)),
    lines: lines.map(({ from, to }, number) => {
      const line = graph.edge(`${from}`, `${to}`, `${number}`) as Partial<Point> & { points?: Point[] }
      // The first and the last point are at the edges of cards.
      return { between: (line.points ?? []).slice(1, -1), label: pointOf(line) }
    }),
  }
}

const pointOf = ({ x = 0, y = 0 }: Partial<Point>): Point => ({ x, y })
