// A workflow cut into pieces, at every card that all ways lead through. Each piece is arranged by itself (arrange.ts) and put
// below the one before: the time it takes to arrange a graph grows faster than its size, and a change concerns one piece.
import type { CanvasEdge } from './canvas-edges.ts'

/** From its first card, which stands alone at the top, down to the first card of the next piece. */
export type Piece = { ids: string[]; edges: CanvasEdge[]; last: string | undefined }

type Levels = ReadonlyMap<string, number>

/**
 * Of each part of the graph that is not connected to the others, its pieces from top to bottom. `ids`: of all cards and
 * ends, the card that everything begins at first.
 */
export const piecesOf = (ids: readonly string[], edges: readonly CanvasEdge[]): Piece[][] =>
  partsOf(ids, edges).map((part) => cut(part))

type Part = { ids: string[]; edges: CanvasEdge[] }

/** What nothing leads to, such as the steps behind an exit that was just added, is a part of its own. */
function partsOf(ids: readonly string[], edges: readonly CanvasEdge[]): Part[] {
  const parts = new Map(ids.map((id): [string, Part] => [id, { ids: [id], edges: [] }]))
  for (const { source, target } of edges) {
    const [one, other] = [parts.get(source), parts.get(target)]
    if (!one || !other || one === other) continue
    one.ids.push(...other.ids)
    for (const id of other.ids) parts.set(id, one)
  }
  for (const edge of edges) parts.get(edge.source)?.edges.push(edge)
  // Joining has mixed them; the order in which they were given decides which branch stands on the left.
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (id: string) => places.get(id) ?? 0
  const all = [...new Set(parts.values())]
  for (const part of all) part.ids.sort((a, b) => placeOf(a) - placeOf(b))
  return all
}

function cut({ ids, edges }: Part): Piece[] {
  const targets = new Set(edges.map(({ target }) => target))
  const top = ids.find((id) => !targets.has(id)) ?? ids[0] ?? ''
  const levels = levelsOf(top, edges)
  // It begins at several cards, none of which all ways lead through.
  if (levels.size < ids.length) return [{ ids, edges, last: undefined }]
  const cuts = cutsOf(levels, edges)
  // A single card.
  if (cuts.length === 0) return [{ ids, edges, last: undefined }]
  const numbers = pieceNumbers(cuts, levels)
  const pieces = cuts.map((id, index): Piece => ({ ids: [id], edges: [], last: cuts[index + 1] }))
  for (const id of ids) {
    // The card of a cut is the last of its piece; it is also the first of the next one, which has it already.
    const level = levels.get(id) ?? 0
    if (level > 0) pieces[numbers[level - 1] ?? 0]?.ids.push(id)
  }
  for (const edge of edges) {
    const { from, to } = spanOf(edge, levels)
    // A line from a card to itself is where that card is.
    pieces[numbers[from === to ? from - 1 : from] ?? 0]?.edges.push(edge)
  }
  return pieces
}

/** How many lines it takes at most to come to a card. Lines that lead back up do not count. */
function levelsOf(top: string, edges: readonly CanvasEdge[]): Levels {
  const ways = Map.groupBy(edges, ({ source }) => source)
  const back = new Set<CanvasEdge>()
  const passed: string[] = []
  const open = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string) => {
    seen.add(id)
    open.add(id)
    for (const edge of ways.get(id) ?? []) {
      if (open.has(edge.target)) back.add(edge)
      else if (!seen.has(edge.target)) visit(edge.target)
    }
    open.delete(id)
    passed.push(id)
  }
  visit(top)
  const levels = new Map([[top, 0]])
  // A card is passed after everything below it, so backwards every card comes after all that lead to it.
  for (const id of passed.toReversed()) {
    const below = (levels.get(id) ?? 0) + 1
    for (const edge of ways.get(id) ?? []) {
      if (!back.has(edge)) levels.set(edge.target, Math.max(below, levels.get(edge.target) ?? 0))
    }
  }
  return levels
}

/** The levels at which a line begins and ends; one that leads back up begins at the card it leads to. */
function spanOf({ source, target }: CanvasEdge, levels: Levels): { upper: string; from: number; to: number } {
  const [from, to] = [levels.get(source) ?? 0, levels.get(target) ?? 0]
  return from <= to ? { upper: source, from, to } : { upper: target, from: to, to: from }
}

/** Cards from top to bottom at which all lines begin that go further down than they stand. */
function cutsOf(levels: Levels, edges: readonly CanvasEdge[]): string[] {
  // By level: where the lines begin that go further down, or nothing if they begin at several cards.
  const begins: (string | undefined)[] = []
  for (const edge of edges) {
    const { upper, from, to } = spanOf(edge, levels)
    for (let level = from; level < to; level += 1) {
      begins[level] = !(level in begins) || begins[level] === upper ? upper : undefined
    }
  }
  return begins.filter((id, level) => id !== undefined && levels.get(id) === level) as string[]
}

/** By level, the number of the piece that the lines are in that begin there. */
function pieceNumbers(cuts: readonly string[], levels: Levels): number[] {
  const starts = new Set(cuts.map((id) => levels.get(id)))
  let number = -1
  return Array.from({ length: Math.max(...levels.values()) + 1 }, (_, level) => {
    if (starts.has(level)) number += 1
    return number
  })
}
