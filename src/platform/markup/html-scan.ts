// Finds the tokens of HTML (or MJML) with Liquid in it, without changing a byte. It follows the tokenizer of html-state.ts
// step by step. Unlike a parser it repairs nothing: it neither moves a loop out of a table nor loses an attribute that a
// condition wraps. Liquid is masked with letters of the same length, which do not affect the tokenizer, so every offset is
// one of the source.
//
// One difference from html-state.ts: a conditional comment (`<!--[if mso]> … <![endif]-->`) is one comment, because only
// Outlook reads its content.
import { BETWEEN_TAGS, stepOn } from './html-state.ts'
import type { Cursor, HtmlState } from './html-state.ts'
import type { Piece } from './liquid-pieces.ts'

export type Attribute = {
  name: string
  from: number
  to: number
  /** Offsets of the value without its quotes; undefined for an attribute without one. */
  value: { from: number; to: number; quote: HtmlState['quote'] } | undefined
  pieces: Piece[]
}

export type OpenTag = {
  type: 'open'
  /** In lower case; empty if Liquid produces the name. */
  name: string
  from: number
  to: number
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
  /** A comment, a doctype, or the content of an element without markup (`style`, `script`, `title`). */
  | { type: 'comment' | 'declaration'; from: number; to: number; pieces: Piece[] }
  | { type: 'rawtext'; element: string; from: number; to: number; pieces: Piece[] }

export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

// Opening tags, closing tags and comments: ten times a long newsletter. More would fill the memory of a thread before the
// time limit.
const MOST_TAGS = 40_000

/**
 * The tokens of the source, in order.
 * @throws RangeError if there are too many tags
 */
export function scanHtml(source: string, pieces: readonly Piece[]): HtmlEvent[] {
  let tags = 0
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at + 1)) tags += 1
  if (tags > MOST_TAGS) throw new RangeError('too many tags')
  return new Scanner(source, pieces).scan()
}

/** The tag that is being read. */
type TagInProgress = Omit<OpenTag, 'type' | 'to'> & { isClosing: boolean; firstPiece: number }

class Scanner {
  readonly #covered: string
  readonly #pieces: readonly Piece[]
  readonly #events: HtmlEvent[] = []
  readonly #cursor: Cursor = { ...BETWEEN_TAGS }
  /** The number of pieces that belong to an event. */
  #taken = 0
  /** The end of the last event. */
  #done = 0
  /** The offset of the last angle bracket that may begin something. */
  #bracket = 0
  #isComment = false
  #tag: TagInProgress | undefined
  #attribute: Attribute | undefined

  constructor(source: string, pieces: readonly Piece[]) {
    this.#covered = cover(source, pieces)
    this.#pieces = pieces
  }

  scan(): HtmlEvent[] {
    const end = this.#covered.length
    let at = 0
    while (at < end) at = this.#step(at)
    this.#end(end)
    return this.#events
  }

  /** One step of the tokenizer, and its consequences. */
  #step(at: number): number {
    const { at: step, quote } = this.#cursor
    const next = stepOn(this.#cursor, this.#covered, at)
    const to = this.#cursor.at
    if (to === step) return next
    if (step === 'data') this.#bracket = next - 1
    else if (step === 'open') this.#beginMarkup(next)
    else if (to === 'commentStart') this.#beginComment()
    else if (step === 'comment' || step === 'bogus') this.#endComment(next)
    else if (step === 'tag') this.#nameTag(next)
    else if (step === 'name') this.#nameAttribute(next)
    else if (step === 'beforeValue') this.#beginValue(to === 'value' ? next : next - 1)
    else if (step === 'value') this.#endValue(next, quote)
    else if (step === 'rawText') this.#endRawText(next)
    if (to === 'name') return this.#beginAttribute(next)
    if (to === 'data' || to === 'rawText') this.#endTag(next)
    return next
  }

  /** The text ended inside a token, which ends with it. */
  #end(end: number): void {
    const { at, quote, tag } = this.#cursor
    if (at === 'comment' || at === 'declaration' || at === 'bogus') this.#endComment(end)
    else if (at === 'rawText') this.#addRawText(tag, end)
    else if (at === 'data' || at === 'open') this.#addText(end)
    else {
      if (at === 'tag') this.#nameTag(end)
      else if (at === 'name') this.#nameAttribute(end)
      else if (at === 'beforeValue') this.#beginValue(end)
      else if (at === 'value') this.#endValue(end + quote.length, quote)
      this.#endTag(end)
    }
  }

  /** Adds text up to an offset, split at the Liquid in it. */
  #addText(end: number): void {
    for (const piece of this.#take(end)) {
      this.#addPlainText(piece.from)
      this.#events.push({ type: 'liquid', from: piece.from, to: piece.to, piece })
      this.#done = piece.to
    }
    this.#addPlainText(end)
  }

  #addPlainText(end: number): void {
    if (end > this.#done) this.#events.push({ type: 'text', from: this.#done, to: end })
    this.#done = end
  }

  #beginMarkup(nameFrom: number): void {
    const { at, tag } = this.#cursor
    // The angle bracket was text.
    if (at === 'data') return
    this.#addText(this.#bracket)
    this.#isComment = false
    if (at === 'tag') this.#beginTag(nameFrom, tag === '/')
  }

  #beginTag(nameEnd: number, isClosing: boolean, name = ''): void {
    this.#tag = {
      name,
      from: this.#bracket,
      nameEnd,
      attributes: [],
      loose: [],
      isClosing,
      firstPiece: this.#taken,
    }
  }

  /** Skips the search for a condition, which would make the content HTML. */
  #beginComment(): void {
    this.#isComment = true
    this.#cursor.at = 'comment'
    this.#cursor.word = '--'
  }

  #endComment(to: number): void {
    const type = this.#isComment ? 'comment' : 'declaration'
    this.#events.push({ type, from: this.#bracket, to, pieces: this.#take(to) })
    this.#done = to
  }

  #nameTag(end: number): void {
    const tag = this.#tag
    if (!tag) return
    this.#takeLoose(tag, end)
    tag.name = tag.loose.length > 0 ? '' : this.#covered.slice(tag.nameEnd, end).toLowerCase()
    tag.nameEnd = end
  }

  /** A Liquid tag is separate, even if the next attribute follows without a blank. */
  #beginAttribute(next: number): number {
    const from = next - this.#cursor.word.length
    const piece = this.#pieces[this.#taken]
    if (piece?.from === from && piece.kind !== 'output') {
      this.#tag?.loose.push(piece)
      this.#taken += 1
      this.#cursor.at = 'attributes'
      return piece.to
    }
    this.#attribute = { name: '', from, to: next, value: undefined, pieces: [] }
    return next
  }

  #nameAttribute(end: number): void {
    const [tag, attribute] = [this.#tag, this.#attribute]
    if (!tag || !attribute) return
    attribute.name = this.#covered.slice(attribute.from, end).toLowerCase()
    attribute.to = end
    this.#takeLoose(tag, end)
    tag.attributes.push(attribute)
  }

  #beginValue(from: number): void {
    if (!this.#attribute) return
    this.#attribute.value = { from, to: from, quote: this.#cursor.quote }
    this.#attribute.to = from
  }

  #endValue(next: number, quote: HtmlState['quote']): void {
    const attribute = this.#attribute
    if (!attribute?.value) return
    const { from } = attribute.value
    attribute.value = { from, to: next - quote.length, quote }
    attribute.to = Math.min(next, this.#covered.length)
    attribute.pieces = this.#take(attribute.to)
  }

  #endTag(to: number): void {
    const tag = this.#tag
    if (!tag) return
    const { isClosing, name, from, nameEnd, attributes, loose, firstPiece } = tag
    this.#takeLoose(tag, to)
    this.#events.push(
      isClosing
        ? { type: 'close', name, from, to, pieces: this.#pieces.slice(firstPiece, this.#taken) }
        : { type: 'open', name, from, to, nameEnd, attributes, loose },
    )
    this.#done = to
    this.#tag = undefined
  }

  #endRawText(nameEnd: number): void {
    // The tokenizer has put a slash before the name.
    const name = this.#cursor.tag.slice(1)
    this.#bracket = nameEnd - name.length - '</'.length
    this.#addRawText(name, this.#bracket)
    this.#beginTag(nameEnd, true, name)
  }

  #addRawText(element: string, to: number): void {
    const from = this.#done
    if (to > from) this.#events.push({ type: 'rawtext', element, from, to, pieces: this.#take(to) })
    this.#done = to
  }

  /** The remaining pieces up to an offset. */
  #take(end: number): Piece[] {
    const taken: Piece[] = []
    for (
      let piece = this.#pieces[this.#taken];
      piece && piece.from < end;
      piece = this.#pieces[this.#taken]
    ) {
      taken.push(piece)
      this.#taken += 1
    }
    return taken
  }

  #takeLoose({ loose }: TagInProgress, end: number): void {
    if ((this.#pieces[this.#taken]?.from ?? end) < end) loose.push(...this.#take(end))
  }
}

function cover(source: string, pieces: readonly Piece[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of pieces) {
    parts.push(source.slice(at, from), 'x'.repeat(to - from))
    at = to
  }
  parts.push(source.slice(at))
  return parts.join('')
}
