// Reads HTML (or MJML) with Liquid in it, without changing a byte: what stands where. Unlike a parser of HTML it repairs
// nothing, so it neither moves a loop out of a table nor loses an attribute that a condition wraps. Liquid pieces are
// covered with a private character of the same length, so every offset is one of the source.
import type { Piece } from './liquid-pieces.ts'

export type Attribute = {
  name: string
  from: number
  to: number
  /** Offsets of the value without its quotes; undefined for an attribute without one. */
  value: { from: number; to: number; quote: '"' | "'" | '' } | undefined
  pieces: Piece[]
}

export type OpenTag = {
  type: 'open'
  /** In lower case; empty when Liquid makes the name. */
  name: string
  from: number
  to: number
  /** Where the name ends. */
  nameEnd: number
  attributes: Attribute[]
  /** Liquid between the attributes or in their names. */
  loose: Piece[]
}

export type HtmlEvent =
  | OpenTag
  | { type: 'close'; name: string; from: number; to: number; pieces: Piece[] }
  | { type: 'text'; from: number; to: number }
  | { type: 'liquid'; from: number; to: number; piece: Piece }
  /** A comment, a doctype, or the inside of an element that holds no markup (`style`, `script`, `title`). */
  | { type: 'comment' | 'declaration'; from: number; to: number; pieces: Piece[] }
  | { type: 'rawtext'; element: string; from: number; to: number; pieces: Piece[] }

const COVER = '\uE000'
const MARKUP = new RegExp(`<(?:[a-z${COVER}!?]|/[a-z${COVER}])`, 'gi')
const RAWTEXT = new Set(['style', 'script', 'textarea', 'title', 'xmp', 'noembed', 'noframes', 'iframe'])

export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

// Beginnings, ends and comments: ten times a long newsletter. More would fill the memory of a thread before any limit of
// time is met.
const MOST_TAGS = 40_000

/**
 * What stands in the source, in its order.
 * @throws RangeError when there are too many tags
 */
export function scanHtml(source: string, pieces: readonly Piece[]): HtmlEvent[] {
  let tags = 0
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at + 1)) tags += 1
  if (tags > MOST_TAGS) throw new RangeError('too many tags')
  return new Scanner(source, pieces).scan()
}

class Scanner {
  readonly #masked: string
  readonly #pieces: readonly Piece[]
  readonly #events: HtmlEvent[] = []
  #next = 0
  #at = 0

  constructor(source: string, pieces: readonly Piece[]) {
    this.#masked = mask(source, pieces)
    this.#pieces = pieces
  }

  scan(): HtmlEvent[] {
    while (this.#at < this.#masked.length) {
      const markup = this.#findMarkup()
      this.#readText(markup)
      if (markup < this.#masked.length) this.#readMarkup()
    }
    return this.#events
  }

  #findMarkup(): number {
    MARKUP.lastIndex = this.#at
    return MARKUP.exec(this.#masked)?.index ?? this.#masked.length
  }

  /** Text up to an offset, cut at the pieces in it. */
  #readText(end: number): void {
    for (const piece of this.#take(end)) {
      this.#addText(piece.from)
      this.#events.push({ type: 'liquid', from: piece.from, to: piece.to, piece })
      this.#at = piece.to
    }
    this.#addText(end)
  }

  #addText(end: number): void {
    if (end > this.#at) this.#events.push({ type: 'text', from: this.#at, to: end })
    this.#at = end
  }

  #readMarkup(): void {
    const from = this.#at
    if (this.#masked.startsWith('<!--', from)) return this.#readUntil('comment', '-->')
    if (this.#masked[from + 1] === '!' || this.#masked[from + 1] === '?') {
      return this.#readUntil('declaration', '>')
    }
    if (this.#masked[from + 1] === '/') return this.#readClose()
    this.#readOpen()
  }

  #readUntil(type: 'comment' | 'declaration', end: string): void {
    const from = this.#at
    // `<!-->` is a whole comment (HTML standard, section 13.2.5.43).
    const found = this.#masked.indexOf(end, type === 'comment' ? from + 2 : from + 1)
    const to = found === -1 ? this.#masked.length : found + end.length
    this.#at = to
    this.#events.push({ type, from, to, pieces: this.#take(to) })
  }

  #readClose(): void {
    const from = this.#at
    const found = this.#masked.indexOf('>', from)
    const to = found === -1 ? this.#masked.length : found + 1
    const name = /^[^\s/>]*/.exec(this.#masked.slice(from + 2, to))?.[0] ?? ''
    this.#at = to
    this.#events.push({ type: 'close', name: fixedName(name), from, to, pieces: this.#take(to) })
  }

  #readOpen(): void {
    const from = this.#at
    const name = readAt(/[^\s/>]+/y, this.#masked, from + 1)
    const nameEnd = from + 1 + name.length
    const loose = this.#take(nameEnd)
    this.#at = nameEnd
    const attributes = this.#readAttributes(loose)
    const to = this.#at
    const tag: OpenTag = { type: 'open', name: fixedName(name), from, to, nameEnd, attributes, loose }
    this.#events.push(tag)
    if (RAWTEXT.has(tag.name)) this.#readRawtext(tag.name)
  }

  #readAttributes(loose: Piece[]): Attribute[] {
    const attributes: Attribute[] = []
    for (;;) {
      this.#at += readAt(/[\s/]*/y, this.#masked, this.#at).length
      const character = this.#masked[this.#at]
      if (character === undefined) return attributes
      if (character === '>') {
        this.#at += 1
        return attributes
      }
      // A tag of Liquid stands for itself, even where the next attribute follows without a blank.
      const piece = this.#pieces[this.#next]
      if (piece?.from === this.#at && piece.kind !== 'output') {
        loose.push(piece)
        this.#next += 1
        this.#at = piece.to
      } else attributes.push(this.#readAttribute(loose))
    }
  }

  #readAttribute(loose: Piece[]): Attribute {
    const from = this.#at
    const name = readAt(/[^\s/>][^\s/>=]*/y, this.#masked, from)
    this.#at += name.length
    loose.push(...this.#take(this.#at))
    const equals = readAt(/\s*=\s*/y, this.#masked, this.#at)
    const value = equals === '' ? undefined : this.#readValue(this.#at + equals.length)
    const pieces = this.#take(this.#at)
    return { name: name.toLowerCase(), from, to: this.#at, value, pieces }
  }

  #readValue(from: number): Attribute['value'] {
    const first = this.#masked[from]
    if (first === '"' || first === "'") {
      const found = this.#masked.indexOf(first, from + 1)
      const to = found === -1 ? this.#masked.length : found
      this.#at = Math.min(to + 1, this.#masked.length)
      return { from: from + 1, to, quote: first }
    }
    const to = from + readAt(/[^\s>]*/y, this.#masked, from).length
    this.#at = to
    return { from, to, quote: '' }
  }

  #readRawtext(element: string): void {
    const from = this.#at
    const end = new RegExp(`</${element}(?=[\\s/>])`, 'gi')
    end.lastIndex = from
    const to = end.exec(this.#masked)?.index ?? this.#masked.length
    this.#at = to
    const pieces = this.#take(to)
    if (to > from) this.#events.push({ type: 'rawtext', element, from, to, pieces })
  }

  /** The pieces up to an offset that were not handed out yet. */
  #take(end: number): Piece[] {
    const first = this.#next
    while (this.#next < this.#pieces.length && (this.#pieces[this.#next] as Piece).from < end) this.#next += 1
    return this.#pieces.slice(first, this.#next)
  }
}

const fixedName = (name: string): string => (name.includes(COVER) ? '' : name.toLowerCase())

function mask(source: string, pieces: readonly Piece[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of pieces) {
    parts.push(source.slice(at, from).replaceAll(COVER, '?'), COVER.repeat(to - from))
    at = to
  }
  parts.push(source.slice(at).replaceAll(COVER, '?'))
  return parts.join('')
}

function readAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
