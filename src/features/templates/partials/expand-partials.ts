// Puts partials into the text that names them, before anything else is done with it: MJML, CSS, tracked links and escaping need
// the whole text. The result contains no {% include %}, {% layout %} or {% block %} any more, so sending knows nothing of partials.
//
// A layout is a partial with blocks. {% layout "base" %} at the beginning of a text means: the text is that layout, with its blocks
// replaced by those of the same name; text outside of blocks replaces {% block %} without a name.
import type { Piece } from '../../../platform/markup/liquid-pieces.ts'
import { placesIn } from '../../../platform/markup/places.ts'
import type { Place } from '../../../platform/markup/places.ts'
import { mayNamePartials, nameOf, PartialProblem, readTags, valuesOf } from './partial-tags.ts'
import type { Node, Source, SourceOffset } from './partial-tags.ts'

/** The bodies of partials by key: those that a text needs, and perhaps more. */
export type PartialBodies = Readonly<Record<string, string>>

export type PartialSet = {
  bodies: PartialBodies
  /** The keys of the project, for the message about one that does not exist. */
  known: readonly string[]
}

/** A piece of the result; `key` is the partial it comes from, null for the text itself. */
type Chunk = SourceOffset & { text: string }

/** Where something is written: in a partial, or in the text itself (null). */
export type Origin = Place & { key: string | null }

export type ExpandedText = {
  text: string
  /** Where a line and column of the result was written. */
  originOf(place: Place): Origin
}

// A header in a layout in a layout, and some more.
const DEEPEST = 8

// Prevents partials that name each other many times from becoming millions of texts.
const MOST_INSERTED = 1_000

// The limit for a part of an email.
const MOST_CHARACTERS = 1_048_576
const TOO_LONG = `with its partials this has more than ${MOST_CHARACTERS} characters`

/** The line and column of an offset. `source` is the text that is expanded. */
export function placeIn(
  { key, offset }: SourceOffset,
  { source, bodies }: { source: string; bodies: PartialBodies },
): Origin {
  return { key, ...placesIn(key === null ? source : (bodies[key] ?? ''))(offset) }
}

/** @throws PartialProblem */
export function expandPartials(source: string, set: PartialSet): ExpandedText {
  if (!mayNamePartials(source)) return { text: source, originOf: (place) => ({ key: null, ...place }) }
  return new Expansion(source, set).expand()
}

/** The contents for the blocks of a layout, and the ones that the layout has used. */
type Blocks = { contents: ReadonlyMap<string, Chunk[]>; used: Set<string> }

const noBlocks = (): Blocks => ({ contents: new Map(), used: new Set() })

class Expansion {
  readonly #source: string
  readonly #set: PartialSet
  #inserted = 0
  #characters = 0

  constructor(source: string, set: PartialSet) {
    this.#source = source
    this.#set = set
  }

  expand(): ExpandedText {
    const chunks = this.#read({ text: this.#source, key: null, path: [] }, noBlocks())
    const text = chunks.map((chunk) => chunk.text).join('')
    if (text.length > MOST_CHARACTERS) throw new PartialProblem(TOO_LONG, { key: null, offset: 0 })
    return { text, originOf: (place) => this.#originOf(chunks, offsetIn(text, place)) }
  }

  #originOf(chunks: readonly Chunk[], offset: number): Origin {
    let end = 0
    for (const chunk of chunks) {
      const start = end
      end += chunk.text.length
      if (offset < end) return this.#placeOf({ key: chunk.key, offset: chunk.offset + offset - start })
    }
    const last = chunks.at(-1) ?? { key: null, offset: 0, text: '' }
    return this.#placeOf({ key: last.key, offset: last.offset + last.text.length })
  }

  #placeOf(at: SourceOffset): Origin {
    return placeIn(at, { source: this.#source, bodies: this.#set.bodies })
  }

  #read(source: Source, blocks: Blocks): Chunk[] {
    const { layout, nodes } = readTags(source)
    return layout
      ? this.#fillLayout({ source, layout, nodes }, blocks)
      : this.#write(nodes, { source, blocks })
  }

  #fillLayout({ source, layout, nodes }: LayoutUse, outer: Blocks): Chunk[] {
    const contents = new Map<string, Chunk[]>()
    const at = new Map<string, number>()
    for (const node of nodes) {
      if (node.kind !== 'block') continue
      contents.set(node.name, this.#write(node.nodes, { source, blocks: outer }))
      at.set(node.name, node.piece.from)
    }
    const rest = nodes.filter(({ kind }) => kind !== 'block')
    const outside = this.#write(rest, { source, blocks: outer })
    const hasText = outside.some(({ text }) => text.trim() !== '')
    if (hasText) contents.set('', outside)
    // The text that chose this one as its layout decides about blocks that both have.
    const blocks = { contents: new Map([...contents, ...outer.contents]), used: new Set<string>() }
    const key = nameOf(layout, source)
    const chunks = this.#insert({ key, piece: layout, source }, blocks)
    for (const name of blocks.used) outer.used.add(name)
    for (const name of contents.keys()) {
      if (!blocks.used.has(name)) throw this.#lost({ name, key, offset: at.get(name) ?? layout.from }, source)
    }
    return chunks
  }

  #lost(
    { name, key, offset }: { name: string; key: string; offset: number },
    { key: of }: Source,
  ): PartialProblem {
    const message =
      name === ''
        ? `the layout "${key}" has no {% block %} without a name, so text outside of blocks has no place`
        : `the layout "${key}" has no block called "${name}"`
    return new PartialProblem(message, { key: of, offset })
  }

  #write(nodes: readonly Node[], { source, blocks }: { source: Source; blocks: Blocks }): Chunk[] {
    return nodes.flatMap((node) => {
      if (node.kind === 'text') return this.#text(node, source)
      if (node.kind === 'include') return this.#include(node.piece, source)
      blocks.used.add(node.name)
      const content = blocks.contents.get(node.name)
      return content ? this.#use(content) : this.#write(node.nodes, { source, blocks })
    })
  }

  /** A layout may show a block several times. */
  #use(content: Chunk[]): Chunk[] {
    for (const { text, ...at } of content) this.#count(text.length, at)
    return content
  }

  #text({ from, to }: { from: number; to: number }, { text, key }: Source): Chunk[] {
    this.#count(to - from, { key, offset: from })
    return [{ text: text.slice(from, to), key, offset: from }]
  }

  /** Contents of blocks are counted when they are written, and again when a layout shows them: hence twice the limit. */
  #count(characters: number, at: SourceOffset): void {
    this.#characters += characters
    if (this.#characters > 2 * MOST_CHARACTERS) throw new PartialProblem(TOO_LONG, at)
  }

  #include(piece: Piece, source: Source): Chunk[] {
    const key = nameOf(piece, source)
    const given = valuesOf(piece, source).map(([name, value]) => ({
      text: `{% assign ${name} = ${value} %}`,
      key: source.key,
      offset: piece.from,
    }))
    return [...given, ...this.#insert({ key, piece, source }, noBlocks())]
  }

  #insert({ key, piece, source }: { key: string; piece: Piece; source: Source }, blocks: Blocks): Chunk[] {
    const refuse = (message: string) => new PartialProblem(message, { key: source.key, offset: piece.from })
    const body = Object.hasOwn(this.#set.bodies, key) ? this.#set.bodies[key] : undefined
    if (body === undefined) throw refuse(unknownPartial(key, this.#set.known))
    const path = [...source.path, key]
    if (source.path.includes(key)) throw refuse(`partials name each other in a circle: ${path.join(' → ')}`)
    if (path.length > DEEPEST) throw refuse(`partials are nested deeper than ${DEEPEST}: ${path.join(' → ')}`)
    this.#inserted += 1
    if (this.#inserted > MOST_INSERTED) throw refuse(`an email can have at most ${MOST_INSERTED} partials`)
    return this.#read({ text: body, key, path }, blocks)
  }
}

type LayoutUse = { source: Source; layout: Piece; nodes: Node[] }

const MOST_NAMED = 20

function unknownPartial(key: string, known: readonly string[]): string {
  const more = known.length > MOST_NAMED ? ', …' : ''
  const list = known.length === 0 ? 'It has none.' : `It has ${known.slice(0, MOST_NAMED).join(', ')}${more}.`
  return `there is no partial called "${key}" in this project. ${list}`
}

function offsetIn(text: string, { line, column }: Place): number {
  let start = 0
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start)
    if (end === -1) break
    start = end + 1
  }
  return start + column - 1
}
