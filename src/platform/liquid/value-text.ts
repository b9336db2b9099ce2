// How a value becomes text. Both ways of rendering use these and nothing of the library's, so that they cannot differ.
import { Drop, toValue } from 'liquidjs'

/** Text that is HTML already: what `raw` and `escape` return, and what a body captures. It is printed as it is. */
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

// Lists in lists print their items one after the other; deeper ones are an attack on the stack.
const MAX_LIST_DEPTH = 32

export function toText(value: unknown, depth = 0): string {
  // Half of a surrogate pair becomes U+FFFD here, as it would in the bytes: else two halves from two values met.
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

/** An object prints as JSON: `[object Object]` helps nobody, and its own `toString` may be somebody's data. */
function toJson(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    // A cycle or a BigInt: neither comes from JSON.
    return ''
  }
}

const SPECIAL = /[&<>"']/
/** By code, all below 63. */
const ENTITIES = new Map([
  [34, '&#34;'],
  [38, '&amp;'],
  [39, '&#39;'],
  [60, '&lt;'],
  [62, '&gt;'],
])

/** Safe between tags and in quoted attributes. By hand: a replacement by function takes three times as long. */
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
