// Converts values to text. Both the splicer and the library's nodes use these functions, so that they cannot differ.
import { Drop, toValue } from 'liquidjs'

/** Text that is already HTML: the result of `raw` and `escape`, and captured text of a body. It is printed unchanged. */
export class Markup extends Drop {
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }

  override valueOf(): string {
    return this.text
  }

  override toString(): string {
    return this.text
  }
}

// Nested lists print their items one after the other; deeper ones could overflow the stack.
const MAX_LIST_DEPTH = 32

export function toText(value: unknown, depth = 0): string {
  // A lone surrogate becomes U+FFFD here, as in the encoded bytes: otherwise those of two values could combine.
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'object') return value === null ? '' : objectToText(value, depth)
  return isPrinted(value) ? String(value) : ''
}

const isPrinted = (value: unknown): value is number | boolean | bigint =>
  typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'

function objectToText(value: object, depth: number): string {
  if (Array.isArray(value)) {
    return depth < MAX_LIST_DEPTH ? value.map((item: unknown) => toText(item, depth + 1)).join('') : ''
  }
  if (value instanceof Drop) return toText(toValue(value), depth + 1)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return toJson(value)
}

/** An object prints as JSON: `[object Object]` is useless, and its own `toString` may be data. */
function toJson(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    // A cycle or a BigInt, neither of which comes from JSON.
    return ''
  }
}

const SPECIAL = /[&<>"']/
/** Keyed by character code, all below 63. */
const ENTITIES = new Map([
  [34, '&#34;'],
  [38, '&amp;'],
  [39, '&#39;'],
  [60, '&lt;'],
  [62, '&gt;'],
])

/** Safe between tags and in quoted attributes. A loop, because `replace` with a function takes three times as long. */
export function escapeHtml(text: string): string {
  if (!SPECIAL.test(text)) return text
  let escaped = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const entity = code > 62 ? undefined : ENTITIES.get(code)
    if (entity === undefined) continue
    escaped += text.slice(from, at) + entity
    from = at + 1
  }
  return escaped + text.slice(from)
}

/** Safe in an attribute without quotes too, which a blank would end. */
export function escapeUnquoted(text: string): string {
  return escapeHtml(text).replace(/[\t\n\f\r =`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
