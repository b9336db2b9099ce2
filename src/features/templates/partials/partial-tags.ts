// The tags that insert partials: {% include %}, {% layout %}, {% block %}. All other Liquid is text here.
import { closesBlock, findPieces, opensBlock } from '../../../platform/markup/liquid-pieces.ts'
import type { Piece } from '../../../platform/markup/liquid-pieces.ts'

/** A place in a partial, or in the text that is expanded (null). */
export type SourceOffset = { key: string | null; offset: number }

export class PartialProblem extends Error {
  readonly key: string | null
  readonly offset: number

  constructor(message: string, { key, offset }: SourceOffset) {
    super(message)
    this.key = key
    this.offset = offset
  }
}

const STRUCTURE = /\{%-?\s*(?:include|layout|block|endblock)\b/

/** Whether a text may name partials. Finds more than the language does, such as those inside of comments. */
export const mayNamePartials = (source: string): boolean => STRUCTURE.test(source)

const NAMED = /\{%-?\s*(?:include|layout)\s+(?:"([^"\n]{1,50})"|'([^'\n]{1,50})')/g

/** The keys of the partials that a text may name. */
export const partialKeysIn = (source: string): string[] => [
  ...new Set([...source.matchAll(NAMED)].map(([, double, single]) => double ?? single ?? '')),
]

export type Node =
  | { kind: 'text'; from: number; to: number }
  | { kind: 'include'; piece: Piece }
  | { kind: 'block'; piece: Piece; name: string; nodes: Node[] }

/** A text that is being read: the email itself, or a partial. `path` are the partials around it. */
export type Source = { text: string; key: string | null; path: readonly string[] }

/** The nodes of a text; `layout` is the tag at its beginning, which is not one of them. */
export function readTags(source: Source): { layout: Piece | undefined; nodes: Node[] } {
  return new Reader(source).read()
}

class Reader {
  readonly #source: Source
  readonly #open: { block: Node & { kind: 'block' }; into: Node[] }[] = []
  #nodes: Node[] = []
  #layout: Piece | undefined
  /** How many tags such as {% if %} are open. */
  #depth = 0
  #at = 0
  #isTrimming = false

  constructor(source: Source) {
    this.#source = source
  }

  read(): { layout: Piece | undefined; nodes: Node[] } {
    for (const piece of findPieces(this.#source.text)) {
      if (opensBlock(piece)) this.#depth += 1
      if (closesBlock(piece)) this.#depth -= 1
      if (piece.kind === 'tag' && TAGS.has(piece.name)) this.#take(piece)
    }
    this.#textUntil(this.#source.text.length, false)
    const unclosed = this.#open.at(-1)
    if (unclosed) throw this.#problem('{% block %} is not closed by {% endblock %}', unclosed.block.piece)
    return { layout: this.#layout, nodes: this.#nodes }
  }

  #take(piece: Piece): void {
    this.#textUntil(piece.from, piece.text.startsWith('{%-'))
    this.#at = piece.to
    this.#isTrimming = piece.text.endsWith('-%}')
    switch (piece.name) {
      case 'include':
        this.#nodes.push({ kind: 'include', piece })
        return
      case 'layout':
        return this.#takeLayout(piece)
      case 'block':
        return this.#openBlock(piece)
      default:
        return this.#closeBlock(piece)
    }
  }

  #takeLayout(piece: Piece): void {
    const isFirst = this.#source.text.slice(0, piece.from).trim() === ''
    if (!isFirst) throw this.#problem('{% layout %} must stand at the beginning, and once', piece)
    this.#layout = piece
  }

  #openBlock(piece: Piece): void {
    const name = blockNameOf(piece)
    if (name === undefined) {
      throw this.#problem('the name of a block is one word, such as {% block content %}', piece)
    }
    if (this.#layout && this.#depth > 0) {
      throw this.#problem('a block must not stand inside of other tags', piece)
    }
    const isTaken = this.#layout && this.#open.length === 0 && this.#nodes.some((node) => isBlock(node, name))
    if (isTaken) throw this.#problem(`the block "${name}" is there twice`, piece)
    if (this.#open.length >= DEEPEST_BLOCK) throw this.#problem('blocks are nested too deeply', piece)
    const block = { kind: 'block', piece, name, nodes: [] as Node[] } as const
    this.#nodes.push(block)
    this.#open.push({ block, into: this.#nodes })
    this.#nodes = block.nodes
  }

  #closeBlock(piece: Piece): void {
    const open = this.#open.pop()
    if (!open) throw this.#problem('{% endblock %} has no matching {% block %}', piece)
    this.#nodes = open.into
  }

  /** Removes blanks beside a tag that is written with a dash, as the language does for its own tags. */
  #textUntil(end: number, isTrimmed: boolean): void {
    const { text } = this.#source
    let [from, to] = [this.#at, end]
    if (this.#isTrimming) while (from < to && isBlank(text[from])) from += 1
    if (isTrimmed) while (to > from && isBlank(text[to - 1])) to -= 1
    this.#isTrimming = false
    if (from < to) this.#nodes.push({ kind: 'text', from, to })
  }

  #problem(message: string, { from }: Piece): PartialProblem {
    return new PartialProblem(message, { key: this.#source.key, offset: from })
  }
}

// A layout has two or three levels.
const DEEPEST_BLOCK = 16

const TAGS: ReadonlySet<string> = new Set(['include', 'layout', 'block', 'endblock'])

const isBlank = (character: string | undefined): boolean => character !== undefined && /\s/.test(character)

const isBlock = (node: Node, name: string): boolean => node.kind === 'block' && node.name === name

/** Undefined if it is not a name; empty for {% block %}. */
function blockNameOf({ text }: Piece): string | undefined {
  const found = /^\{%-?\s*block\s*([a-z][\w-]*|"[a-z][\w-]*"|'[a-z][\w-]*')?\s*-?%\}$/i.exec(text)
  return found ? (found[1] ?? '').replaceAll(/["']/g, '') : undefined
}

const codeOf = ({ text, name }: Piece): string =>
  text
    .replace(/^\{%-?\s*/, '')
    .slice(name.length)
    .replace(/-?%\}$/, '')
    .trim()

const QUOTED = /^(?:"([^"\n]*)"|'([^'\n]*)')/

export function nameOf(piece: Piece, { key }: Source): string {
  const found = QUOTED.exec(codeOf(piece))
  const name = found?.[1] ?? found?.[2]
  if (name !== undefined) return name
  const message = `{% ${piece.name} %} needs the key of a partial in quotes, such as {% ${piece.name} "header" %}`
  throw new PartialProblem(message, { key, offset: piece.from })
}

const VALUE = /^\s*,?\s*([a-z_]\w*)\s*:\s*("[^"\n]*"|'[^'\n]*'|[\w.[\]-]+)/i

/** The values that {% include %} gives to its partial: `title: "Hello", product: item`. */
export function valuesOf(piece: Piece, { key }: Source): [string, string][] {
  const values: [string, string][] = []
  let rest = codeOf(piece).replace(QUOTED, '')
  while (rest.trim() !== '') {
    const found = VALUE.exec(rest)
    if (!found) {
      const message = `{% include %} cannot read "${rest.trim().slice(0, 40)}": values are written as name: value, with commas between them`
      throw new PartialProblem(message, { key, offset: piece.from })
    }
    values.push([found[1] ?? '', found[2] ?? ''])
    rest = rest.slice(found[0].length)
  }
  return values
}
