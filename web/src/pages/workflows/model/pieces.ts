// Cuts a workflow into pieces, at every card that all paths lead through. Each piece is arranged separately (arrange.ts) and
// stacked: the time to arrange a graph grows faster than its size, and a change affects one piece.
import type { CanvasEdge } from './canvas-edges.ts'

/** From its first card, alone at the top, down to the first card of the next piece. */
export type Piece = { ids: string[]; edges: CanvasEdge[]; last: string | undefined }

type Levels = ReadonlyMap<string, number>

/** The pieces of each connected part, from top to bottom. `ids` are all cards and ends, the first card first. */
export const piecesOf = (ids: readonly string[], edges: readonly CanvasEdge[]): Piece[][] =>
  connectedParts(ids, edges).map((part) => cut(part))

type Part = { ids: string[]; edges: CanvasEdge[] }

/** Unreachable steps, such as those behind a new EXIT, are a part of their own. */
function connectedParts(ids: readonly string[], edges: readonly CanvasEdge[]): Part[] {
  const parts = new Map(ids.map((id): [string, Part] => [id, { ids: [id], edges: [] }]))
  for (const { source, target } of edges) {
    const [one, other] = [parts.get(source), parts.get(target)]
    if (!one || !other || one === other) continue
    one.ids.push(...other.ids)
    for (const id of other.ids) parts.set(id, one)
  }
  for (const edge of edges) parts.get(edge.source)?.edges.push(edge)
  // Restores the given order, which decides which branch is on the left.
  const positions = new Map(ids.map((id, position) => [id, position]))
  const positionOf = (id: string) => positions.get(id) ?? 0
  const all = [...new Set(parts.values())]
  for (const part of all) part.ids.sort((a, b) => positionOf(a) - positionOf(b))
  return all
}

function cut({ ids, edges }: Part): Piece[] {
  const targets = new Set(edges.map(({ target }) => target))
  const top = ids.find((id) => !targets.has(id)) ?? ids[0] ?? ''
  const levels = levelsOf(top, edges)
  // Several cards have no predecessor: no cut is possible.
  if (levels.size < ids.length) return [{ ids, edges, last: undefined }]
  const cuts = cutsOf(levels, edges)
  // A single card.
  if (cuts.length === 0) return [{ ids, edges, last: undefined }]
  const numbers = pieceNumbers(cuts, levels)
  const pieces = cuts.map((id, index): Piece => ({ ids: [id], edges: [], last: cuts[index + 1] }))
  for (const id of ids) {
    // A cut is the last card of one piece and the first of the next, which has it already.
    const level = levels.get(id) ?? 0
    if (level > 0) pieces[numbers[level - 1] ?? 0]?.ids.push(id)
  }
  for (const edge of edges) {
    const { from, to } = spanOf(edge, levels)
    // A line from a card to itself belongs to the piece of that card.
    pieces[numbers[from === to ? from - 1 : from] ?? 0]?.edges.push(edge)
  }
  return pieces
}

/** The longest path from the top to each card, without lines that lead back up. */
function levelsOf(top: string, edges: readonly CanvasEdge[]): Levels {
  const edgesFrom = Map.groupBy(edges, ({ source }) => source)
  const back = new Set<CanvasEdge>()
  const postOrder: string[] = []
  const ancestors = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string) => {
    seen.add(id)
    ancestors.add(id)
    for (const edge of edgesFrom.get(id) ?? []) {
      if (ancestors.has(edge.target)) back.add(edge)
      else if (!seen.has(edge.target)) visit(edge.target)
    }
    ancestors.delete(id)
    postOrder.push(id)
  }
  visit(top)
  const levels = new Map([[top, 0]])
  // Reverse post-order: every card comes after all its predecessors.
  for (const id of postOrder.toReversed()) {
    const below = (levels.get(id) ?? 0) + 1
    for (const edge of edgesFrom.get(id) ?? []) {
      if (!back.has(edge)) levels.set(edge.target, Math.max(below, levels.get(edge.target) ?? 0))
    }
  }
  return levels
}

/** The levels that a line spans, from top to bottom, whatever its direction. */
function spanOf({ source, target }: CanvasEdge, levels: Levels): { upper: string; from: number; to: number } {
  const [from, to] = [levels.get(source) ?? 0, levels.get(target) ?? 0]
  return from <= to ? { upper: source, from, to } : { upper: target, from: to, to: from }
}

/** Cards at which all lines begin that cross the level below them, from top to bottom. */
function cutsOf(levels: Levels, edges: readonly CanvasEdge[]): string[] {
  // By level: the card at which all lines across it begin; undefined if there are several.
  const starts: (string | undefined)[] = []
  for (const edge of edges) {
    const { upper, from, to } = spanOf(edge, levels)
    for (let level = from; level < to; level += 1) {
      starts[level] = !(level in starts) || starts[level] === upper ? upper : undefined
    }
  }
  return starts.filter((id, level) => id !== undefined && levels.get(id) === level) as string[]
}

/** By level, the number of the piece of the lines that begin there. */
function pieceNumbers(cuts: readonly string[], levels: Levels): number[] {
  const levelsOfCuts = new Set(cuts.map((id) => levels.get(id)))
  let number = -1
  return Array.from({ length: Math.max(...levels.values()) + 1 }, (_, level) => {
    if (levelsOfCuts.has(level)) number += 1
    return number
  })
}
