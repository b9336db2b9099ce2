// Prepares an MJML source for its compiler, which does not know Liquid: every piece of Liquid becomes a placeholder word, inside
// an mj-raw where the compiler would silently drop it (between components). Liquid that cannot be preserved is refused with
// its position. Styles to be inlined are removed here: the compiler would parse the whole document again to inline them;
// css-inline.ts does not.
import { scanHtml } from '../../../platform/markup/html-scan.ts'
import type { HtmlEvent, OpenTag } from '../../../platform/markup/html-scan.ts'
import { findPieces } from '../../../platform/markup/liquid-pieces.ts'
import type { Piece, Tokens } from '../../../platform/markup/liquid-pieces.ts'
import { iconAttribute } from './mjml-icons.ts'
import { placesIn } from '../../../platform/markup/places.ts'
import type { Place, PlaceOf } from '../../../platform/markup/places.ts'
import { bodyError } from '../template-syntax.ts'

export type CoveredMjml = {
  /** The input of the compiler. */
  text: string
  /** The source's line of every line of `text`, both from 0. */
  lines: number[]
  words: { word: string; piece: Piece; isAttribute: boolean }[]
  /** From `<mj-style inline="inline">`. */
  inlineCss: string
  /** The position of text that no component shows. */
  lostText: Place | undefined
  tags: OpenTag[]
  placeOf: PlaceOf
}

// Components whose content stays unchanged.
const VERBATIM = new Set(
  'mj-text mj-button mj-raw mj-table mj-style mj-title mj-preview mj-breakpoint mj-accordion-title mj-accordion-text mj-navbar-link mj-social-element mj-carousel-image mj-html-attribute'.split(
    ' ',
  ),
)

const TAKES_RAW = new Set(
  'mj-head mj-body mj-wrapper mj-section mj-group mj-column mj-hero mj-social mj-navbar mj-accordion mj-accordion-element'.split(
    ' ',
  ),
)

// Ten times a long newsletter, about a second of work. MJML itself allows seven levels.
const MOST_COMPONENTS = 3_000
const DEEPEST = 50
const TOO_MANY = 'there are too many components, or they are nested too deeply'

/** A byte order mark, whitespace and comments may precede `<mjml>`. */
export function isMjml(body: string): boolean {
  const blanks = /[\s\uFEFF]*/y
  while (blanks.test(body) && body.startsWith('<!--', blanks.lastIndex)) {
    const end = body.indexOf('-->', blanks.lastIndex)
    if (end === -1) return false
    blanks.lastIndex = end + 3
  }
  return /^<mjml[\s>]/i.test(body.slice(blanks.lastIndex, blanks.lastIndex + 6))
}

export function coverMjml(source: string, tokens: Tokens): CoveredMjml {
  return new Cover(source, tokens).cover()
}

type Range = { from: number; to: number }

class Cover {
  readonly #source: string
  readonly #tokens: Tokens
  readonly #placeOf: PlaceOf
  readonly #open: OpenTag[] = []
  readonly #parts: string[] = []
  readonly #lines = [0]
  readonly #words: CoveredMjml['words'] = []
  readonly #tags: OpenTag[] = []
  #line = 0
  #inlineCss = ''
  #lostText: Place | undefined
  #loose: Piece | undefined

  constructor(source: string, tokens: Tokens) {
    this.#source = source
    this.#tokens = tokens
    this.#placeOf = placesIn(source)
  }

  cover(): CoveredMjml {
    for (const event of this.#scan()) {
      if (this.#isVerbatim(event)) this.#copy(event)
      else this.#coverEvent(event)
    }
    this.#checkHtmlAttributes()
    const unclosed = this.#open.at(-1)
    if (unclosed) throw this.#error(`<${unclosed.name}> is not closed`, unclosed.from)
    return {
      text: this.#parts.join(''),
      lines: this.#lines,
      words: this.#words,
      inlineCss: this.#inlineCss,
      lostText: this.#lostText,
      tags: this.#tags,
      placeOf: this.#placeOf,
    }
  }

  #scan(): HtmlEvent[] {
    try {
      return scanHtml(this.#source, findPieces(this.#source))
    } catch (error) {
      throw error instanceof RangeError ? this.#error(TOO_MANY, 0) : error
    }
  }

  #error(message: string, offset: number) {
    return bodyError(message, this.#placeOf(offset))
  }

  /** For mj-html-attributes the compiler rewrites all attributes, each name once, so one of two branches would be lost. */
  #checkHtmlAttributes(): void {
    const isUsed = this.#tags.some(({ name }) => name === 'mj-html-attributes')
    if (!isUsed || !this.#loose) return
    throw this.#error(
      `${shorten(this.#loose.text)} between attributes and mj-html-attributes cannot be combined`,
      this.#loose.from,
    )
  }

  #isVerbatim(event: HtmlEvent): boolean {
    const parent = this.#open.at(-1)
    if (!parent || !VERBATIM.has(parent.name)) return false
    return !(event.type === 'close' && event.name === parent.name)
  }

  #copy(event: HtmlEvent): void {
    if (event.type === 'open') this.#loose ??= event.loose.find(({ kind }) => kind !== 'comment')
    if (this.#isInlineStyle()) {
      this.#inlineCss += this.#source.slice(event.from, event.to)
      this.#write(this.#source.slice(event.from, event.to).replace(/[^\n]+/g, ''))
    } else this.#writeCovered(event, piecesIn(event), false)
  }

  #isInlineStyle(): boolean {
    const parent = this.#open.at(-1)
    const inline = parent?.name === 'mj-style' && parent.attributes.find(({ name }) => name === 'inline')
    if (!inline || !inline.value) return false
    return this.#source.slice(inline.value.from, inline.value.to) === 'inline'
  }

  #coverEvent(event: HtmlEvent): void {
    switch (event.type) {
      case 'open':
        return this.#enter(event)
      case 'close':
        return this.#leave(event)
      case 'liquid':
        return this.#wrap(event.piece)
      case 'comment':
        // Ordinary comments are dropped: the compiler turns them into components, even where none is allowed.
        if (event.pieces.length > 0 || this.#source.startsWith('<!--[if', event.from)) {
          return this.#writeCovered(event, event.pieces, false)
        }
        return this.#write(this.#source.slice(event.from, event.to).replace(/[^\n]+/g, ''))
      case 'text':
        this.#noteText(event)
        return this.#write(this.#source.slice(event.from, event.to))
      case 'declaration':
      case 'rawtext':
        return this.#writeCovered(event, event.pieces, false)
    }
  }

  #enter(tag: OpenTag): void {
    const loose = tag.loose.find(({ kind }) => kind !== 'comment')
    if (loose) {
      throw this.#error(
        `${shorten(loose.text)} stands between the attributes of <${tag.name}>. ` +
          'MJML cannot keep it there: write it inside the value of an attribute, or around the component.',
        loose.from,
      )
    }
    if (tag.name === 'mj-include') {
      throw this.#error('mj-include is not available; paste the file instead', tag.from)
    }
    if (this.#tags.push(tag) > MOST_COMPONENTS || this.#open.length > DEEPEST) {
      throw this.#error(TOO_MANY, tag.from)
    }
    if (this.#source[tag.to - 2] !== '/') this.#open.push(tag)
    this.#write(this.#source.slice(tag.from, tag.nameEnd) + iconAttribute(this.#source, tag))
    const pieces = tag.attributes.flatMap((attribute) => attribute.pieces)
    this.#writeCovered({ from: tag.nameEnd, to: tag.to }, pieces, true)
  }

  #leave(event: HtmlEvent & { type: 'close' }): void {
    const tag = this.#open.pop()
    if (tag?.name !== event.name) {
      const expected = tag ? `</${tag.name}> is expected here` : 'nothing is open here'
      throw this.#error(`</${event.name}> does not fit: ${expected}`, event.from)
    }
    this.#write(this.#source.slice(event.from, event.to))
  }

  #wrap(piece: Piece): void {
    if (piece.kind === 'comment') return this.#skip(piece)
    const parent = this.#open.at(-1)?.name ?? ''
    if (!TAKES_RAW.has(parent)) {
      throw this.#error(
        `${shorten(piece.text)} cannot stand ${parent === '' ? 'outside <mjml>' : `directly in <${parent}>`}: ` +
          'MJML keeps Liquid in the body, between or inside its components',
        piece.from,
      )
    }
    this.#write('<mj-raw>')
    this.#writeWord(piece, false)
    this.#write('</mj-raw>')
  }

  #noteText({ from, to }: Range): void {
    const first = this.#source.slice(from, to).search(/[^\s\uFEFF]/)
    if (first !== -1) this.#lostText ??= this.#placeOf(from + first)
  }

  #writeCovered({ from, to }: Range, pieces: readonly Piece[], isAttribute: boolean): void {
    let at = from
    for (const piece of pieces) {
      this.#write(this.#source.slice(at, piece.from))
      if (piece.kind === 'comment') this.#skip(piece)
      else this.#writeWord(piece, isAttribute)
      at = piece.to
    }
    this.#write(this.#source.slice(at, to))
  }

  #writeWord(piece: Piece, isAttribute: boolean): void {
    const word = this.#tokens.coverAnew(piece.text)
    this.#words.push({ word, piece, isAttribute })
    this.#parts.push(word)
    this.#skip(piece)
  }

  /** A placeholder has one line, so the other lines of a piece exist only in the source. */
  #skip({ text }: Piece): void {
    this.#line += text.split('\n').length - 1
  }

  #write(text: string): void {
    this.#parts.push(text)
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      this.#line += 1
      this.#lines.push(this.#line)
    }
  }
}

function piecesIn(event: HtmlEvent): Piece[] {
  if (event.type === 'text') return []
  if (event.type === 'liquid') return [event.piece]
  if (event.type !== 'open') return event.pieces
  return [...event.loose, ...event.attributes.flatMap(({ pieces }) => pieces)].toSorted(
    (a, b) => a.from - b.from,
  )
}

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}…` : text)
