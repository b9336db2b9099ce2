// The output of template nodes: one emitter for bodies, which escapes values and checks links, and one for subjects and
// texts, which does neither.
import type { Emitter } from 'liquidjs'
import { advance, BETWEEN_TAGS, findValueEnd, isSameState, isUrlOpen } from '../markup/html-state.ts'
import type { HtmlState } from '../markup/html-state.ts'
import { MAX_OUTPUT_LENGTH } from './template-limits.ts'
import { LimitError } from './template-problem.ts'
import { isAllowedIn } from '../markup/url-guard.ts'
import { escapeHtml, escapeUnquoted, Markup, toText } from './value-text.ts'

/** Text of the author. Caches the HTML state after it, because it nearly always starts in the same state. */
export class Literal {
  readonly text: string
  #from: HtmlState | undefined
  #to: HtmlState = BETWEEN_TAGS

  constructor(text: string) {
    this.text = text
  }

  after(state: HtmlState): HtmlState {
    if (this.#from === undefined || !isSameState(this.#from, state)) {
      this.#to = advance(state, this.text)
      this.#from = state
    }
    return this.#to
  }
}

export type PartEmitter = Emitter & {
  literal(literal: Literal): void
  /** Any output that contains data. */
  value(value: unknown): void
  /** An emitter for captured text: a new HTML state, but the same length limit. */
  fork(): PartEmitter
  /** The captured text as a value. */
  captured(): unknown
  /** The whole output. */
  end(): string
}

type OutputSize = { length: number }

function charge(written: OutputSize, text: string): void {
  written.length += text.length
  if (written.length > MAX_OUTPUT_LENGTH) {
    throw new LimitError(`the template prints more than ${MAX_OUTPUT_LENGTH} characters`)
  }
}

export class TextEmitter implements PartEmitter {
  buffer = ''
  readonly #written: OutputSize

  constructor(written: OutputSize = { length: 0 }) {
    this.#written = written
  }

  write(text: string): void {
    charge(this.#written, text)
    this.buffer += text
  }

  literal({ text }: Literal): void {
    this.write(text)
  }

  value(value: unknown): void {
    this.write(toText(value))
  }

  fork(): TextEmitter {
    return new TextEmitter(this.#written)
  }

  captured(): string {
    return this.buffer
  }

  end(): string {
    return this.buffer
  }
}

/** The value of an attribute, held back until it is complete and can be checked. */
type HeldValue = {
  attribute: string
  text: string
  quote: HtmlState['quote']
  isUrl: boolean
  inFront: string
}

export class HtmlEmitter implements PartEmitter {
  buffer = ''
  readonly #written: OutputSize
  #state = BETWEEN_TAGS
  #held: HeldValue | undefined

  constructor(written: OutputSize = { length: 0 }) {
    this.#written = written
  }

  /** For the library's own tags: rows of a table, counters. */
  write(text: string): void {
    this.literal(new Literal(text))
  }

  literal(literal: Literal): void {
    charge(this.#written, literal.text)
    if (this.#held) return this.#literalWhileHolding(this.#held, literal.text)
    this.#state = literal.after(this.#state)
    this.buffer += literal.text
  }

  value(value: unknown): void {
    this.#hold()
    if (value instanceof Markup) return this.write(value.text)
    const isUnquoted = this.#held ? this.#held.quote === '' : isBare(this.#state)
    const text = isUnquoted ? escapeUnquoted(toText(value)) : escapeHtml(toText(value))
    charge(this.#written, text)
    if (this.#held) {
      this.#held.text += text
      return
    }
    if (!isUnmovedByValues(this.#state)) this.#state = advance(this.#state, text)
    this.buffer += text
  }

  fork(): HtmlEmitter {
    return new HtmlEmitter(this.#written)
  }

  captured(): Markup {
    return new Markup(this.end())
  }

  end(): string {
    this.#release()
    return this.buffer
  }

  /** Holds back output from a value that starts a URL, or an attribute without quotes. */
  #hold(): void {
    const { at, word, quote, url } = this.#state
    if (this.#held || (at !== 'beforeValue' && url === undefined)) return
    this.#held = {
      attribute: word,
      text: '',
      quote: at === 'value' ? quote : '',
      isUrl: isUrlOpen(this.#state),
      inFront: url ?? '',
    }
  }

  #literalWhileHolding(held: HeldValue, text: string): void {
    const end = findValueEnd(held.quote, text)
    held.text += end === -1 ? text : text.slice(0, end)
    if (end === -1) return
    this.#release()
    const rest = text.slice(end)
    this.#state = advance(this.#state, rest)
    this.buffer += rest
  }

  #release(): void {
    const held = this.#held
    if (!held) return
    this.#held = undefined
    const text = held.isUrl && !isAllowedIn(held.attribute, held.inFront + held.text) ? '' : held.text
    // Without quotes, an empty value would make the next attribute the value of this one.
    const isNothing = text === '' && held.quote === '' && held.inFront === ''
    this.buffer += isNothing ? '""' : text
    this.#state = {
      ...this.#state,
      at: isNothing ? 'attributes' : 'value',
      quote: held.quote,
      url: undefined,
    }
  }
}

const IN_TAG: HtmlState['at'][] = ['open', 'tag', 'attributes', 'name', 'afterName']

/** Inside a tag and outside of quotes, where a blank or an equals sign would start another attribute. */
const isBare = ({ at, quote }: HtmlState): boolean => IN_TAG.includes(at) || (at === 'value' && quote === '')

/** Between tags and inside quotes, escaped values cannot change the HTML state. */
export const isUnmovedByValues = ({ at, quote }: HtmlState): boolean =>
  at === 'data' || (at === 'value' && quote !== '')
