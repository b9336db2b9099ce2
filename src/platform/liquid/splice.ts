// The fast way: a part that holds text and variables only is kept as Buffers, between which the values are put. One
// character beyond Latin-1 makes V8 hold a whole body as two-byte text, which it then has to encode again for each
// email; Buffers are copied as they are.
//
// It gives the same bytes as the library would. Where that hangs on the values (markup printed by `raw` that changes
// where in the HTML one is), it gives up, and the part is rendered the other way.
import type { Template } from 'liquidjs'
import { isUnmovedByValues } from './emitters.ts'
import { advance, BETWEEN_TAGS, findValueEnd, isSameState } from '../markup/html-state.ts'
import type { HtmlState } from '../markup/html-state.ts'
import { LiteralNode, ValueNode } from './nodes.ts'
import { toRead } from './plain-value.ts'
import type { Read, Variables } from './plain-value.ts'
import type { TextPieces } from '../text/text-pieces.ts'
import { MAX_OUTPUT_LENGTH } from './template-limits.ts'
import { isAllowedIn } from '../markup/url-guard.ts'
import { escapeHtml, Markup, toText } from './value-text.ts'

export type Spliced = {
  /** Undefined when these values have to be rendered the other way. */
  toPieces(variables: Variables): TextPieces | undefined
  toText(variables: Variables): string | undefined
}

/** The text of one place; undefined when the part has to be rendered the other way. */
type Slot = (variables: Variables) => string | undefined

/** A subject or text. Undefined when it holds more than text and variables. */
export function spliceText(templates: Template[]): Spliced | undefined {
  const pieces = new Pieces()
  for (const template of templates) {
    if (template instanceof LiteralNode) pieces.addText(template.literal.text)
    else {
      const read = template instanceof ValueNode ? toRead(template.value) : undefined
      if (!read) return undefined
      pieces.addSlot((variables) => toText(read(variables)))
    }
  }
  return pieces.splice()
}

/** A body. A value where it could lead out of its place (an attribute without quotes) is left to the other way, too. */
export function spliceHtml(templates: Template[]): Spliced | undefined {
  const pieces = new HtmlPieces()
  for (const template of templates) {
    if (template instanceof LiteralNode) pieces.addText(template.literal.text)
    else {
      const read = template instanceof ValueNode ? toRead(template.value) : undefined
      if (!read || !pieces.canTakeValue()) return undefined
      pieces.addValue(read)
    }
  }
  return pieces.splice()
}

/** Text and slots by turns, beginning and ending with text. */
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

  splice(): Spliced {
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

/** Knows where in the HTML it is. */
class HtmlPieces {
  readonly #pieces = new Pieces()
  #state = BETWEEN_TAGS
  /** The attribute with a URL that is being read; it ends with its quote. */
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

  /** In a title, too, as long as its closing tag has not begun. */
  canTakeValue(): boolean {
    const { at, word } = this.#state
    return isUnmovedByValues(this.#state) || (at === 'rawText' && !word.includes('<'))
  }

  addValue(read: Read): void {
    const state = this.#state
    if (state.url !== undefined) {
      this.#url = new UrlSlot(state)
      this.#pieces.addSlot(this.#url.print)
      this.#state = { ...state, url: undefined }
    }
    if (this.#url) this.#url.addValue(read)
    else this.#pieces.addSlot((variables) => printHtml(read(variables), state))
  }

  splice(): Spliced {
    return this.#pieces.splice()
  }
}

function printHtml(value: unknown, state: HtmlState): string | undefined {
  if (!(value instanceof Markup)) return escapeHtml(toText(value))
  return isSameState(advance(state, value.text), state) ? value.text : undefined
}

/** The value of an attribute that is a URL and begins with a variable. */
class UrlSlot {
  readonly #state: HtmlState
  readonly #inFront: string
  readonly #pieces: (string | Read)[] = []

  constructor(state: HtmlState) {
    this.#state = { ...state, url: undefined }
    this.#inFront = state.url ?? ''
  }

  addText(text: string): void {
    this.#pieces.push(text)
  }

  addValue(read: Read): void {
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
    // The other way refuses what is too long, and says where.
    if (value === undefined || length > MAX_OUTPUT_LENGTH) return undefined
    values.push(value)
  }
  return values
}
