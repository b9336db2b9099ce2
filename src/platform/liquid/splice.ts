// Fast rendering: a part that contains only text and variables is kept as Buffers, with the values between them. One character
// beyond Latin-1 makes V8 store a whole body as two-byte text, which it then has to encode again for each email; Buffers are
// copied unchanged.
//
// The bytes are the same as the library's. If that depends on the values (markup printed by `raw` that changes the HTML
// state), the library renders the part.
import type { Template } from 'liquidjs'
import { isUnmovedByValues } from './emitters.ts'
import { advance, BETWEEN_TAGS, findValueEnd, isSameState } from '../markup/html-state.ts'
import type { HtmlState } from '../markup/html-state.ts'
import { LiteralNode, ValueNode } from './nodes.ts'
import { toReader } from './plain-value.ts'
import type { ValueReader, Variables } from './plain-value.ts'
import type { TextPieces } from '../text/text-pieces.ts'
import { MAX_OUTPUT_LENGTH } from './template-limits.ts'
import { isAllowedIn } from '../markup/url-guard.ts'
import { escapeHtml, Markup, toText } from './value-text.ts'

export type SplicedPart = {
  /** Undefined if the library has to render these values. */
  toPieces(variables: Variables): TextPieces | undefined
  toText(variables: Variables): string | undefined
}

/** The text of one variable; undefined if the library has to render the part. */
type Slot = (variables: Variables) => string | undefined

/** A subject or text. Undefined if it contains more than text and variables. */
export function spliceText(templates: Template[]): SplicedPart | undefined {
  const pieces = new Pieces()
  for (const template of templates) {
    if (template instanceof LiteralNode) pieces.addText(template.literal.text)
    else {
      const read = template instanceof ValueNode ? toReader(template.value) : undefined
      if (!read) return undefined
      pieces.addSlot((variables) => toText(read(variables)))
    }
  }
  return pieces.splice()
}

/** A body. Undefined also if a value could change the HTML state (an attribute without quotes). */
export function spliceHtml(templates: Template[]): SplicedPart | undefined {
  const pieces = new HtmlPieces()
  for (const template of templates) {
    if (template instanceof LiteralNode) pieces.addText(template.literal.text)
    else {
      const read = template instanceof ValueNode ? toReader(template.value) : undefined
      if (!read || !pieces.canAddValue()) return undefined
      pieces.addValue(read)
    }
  }
  return pieces.splice()
}

/** Alternating text and slots, beginning and ending with text. */
class Pieces {
  readonly #texts: string[] = ['']
  readonly #slots: Slot[] = []

  addText(text: string): void {
    this.#texts[this.#texts.length - 1] += text
  }

  addSlot(slot: Slot): void {
    this.#slots.push(slot)
    this.#texts.push('')
  }

  splice(): SplicedPart {
    const texts = this.#texts
    const slots = this.#slots
    const literals = texts.map((text) => Buffer.from(text))
    return {
      toPieces(variables) {
        const values = fill(slots, variables)
        return values && { literals, values }
      },
      toText(variables) {
        const values = fill(slots, variables)
        return values && texts.map((text, index) => text + (values[index] ?? '')).join('')
      },
    }
  }
}

/** Pieces that track the HTML state. */
class HtmlPieces {
  readonly #pieces = new Pieces()
  #state = BETWEEN_TAGS
  /** The open attribute with a URL, until its closing quote. */
  #url: UrlSlot | undefined

  addText(text: string): void {
    const end = this.#url ? findValueEnd(this.#state.quote, text) : 0
    if (end === -1) return this.#url?.addText(text)
    this.#url?.addText(text.slice(0, end))
    this.#url = undefined
    const rest = text.slice(end)
    this.#pieces.addText(rest)
    this.#state = advance(this.#state, rest)
  }

  /** Also in a title, until its closing tag begins. */
  canAddValue(): boolean {
    const { at, word } = this.#state
    return isUnmovedByValues(this.#state) || (at === 'rawText' && !word.includes('<'))
  }

  addValue(read: ValueReader): void {
    const state = this.#state
    if (state.url !== undefined) {
      this.#url = new UrlSlot(state)
      this.#pieces.addSlot(this.#url.print)
      this.#state = { ...state, url: undefined }
    }
    if (this.#url) this.#url.addValue(read)
    else this.#pieces.addSlot((variables) => printHtml(read(variables), state))
  }

  splice(): SplicedPart {
    return this.#pieces.splice()
  }
}

function printHtml(value: unknown, state: HtmlState): string | undefined {
  if (!(value instanceof Markup)) return escapeHtml(toText(value))
  return isSameState(advance(state, value.text), state) ? value.text : undefined
}

/** The value of a URL attribute that begins with a variable. */
class UrlSlot {
  readonly #state: HtmlState
  readonly #inFront: string
  readonly #pieces: (string | ValueReader)[] = []

  constructor(state: HtmlState) {
    this.#state = { ...state, url: undefined }
    this.#inFront = state.url ?? ''
  }

  addText(text: string): void {
    this.#pieces.push(text)
  }

  addValue(read: ValueReader): void {
    this.#pieces.push(read)
  }

  readonly print: Slot = (variables) => {
    let text = ''
    for (const piece of this.#pieces) {
      const more = typeof piece === 'string' ? piece : printHtml(piece(variables), this.#state)
      if (more === undefined) return undefined
      text += more
    }
    return isAllowedIn(this.#state.word, this.#inFront + text) ? text : ''
  }
}

function fill(slots: Slot[], variables: Variables): string[] | undefined {
  const values: string[] = []
  let length = 0
  for (const slot of slots) {
    const value = slot(variables)
    length += value?.length ?? 0
    // The library's rendering reports output that is too long, with its position.
    if (value === undefined || length > MAX_OUTPUT_LENGTH) return undefined
    values.push(value)
  }
  return values
}
