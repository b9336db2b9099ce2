// Finds the links of a body that can be tracked, and their targets. A tracked link needs a literal scheme and host:
// data must not decide where a link of ours leads. The target is stored as a template and filled in at the click; a
// link that could not be filled in then (a loop's variable, a tag) stays as it is.
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { TemplateSyntaxError } from '../../../platform/liquid/template-errors.ts'
import type { Attribute, HtmlEvent, OpenTag } from '../../../platform/markup/html-scan.ts'
import type { Piece } from '../../../platform/markup/liquid-pieces.ts'
import type { Edit } from './edits.ts'

export type TrackedLinks = { edits: Edit[]; links: string[] }

// A token costs 5 µs and 100 bytes in every email; the longest newsletters have some 150 links.
const MOST_LINKS = 200

// Some email clients and servers cut longer URLs.
const MOST_LENGTH = 4_096

type Source = {
  html: string
  events: readonly HtmlEvent[]
  pieces: readonly Piece[]
  /** The number of the first link. */
  first?: number
}

/** Links to the same URL share a number. */
export function findTrackedLinks({ html, events, pieces, first = 0 }: Source): TrackedLinks {
  const numbers = new Map<string, number>()
  const edits: Edit[] = []
  const locals = localNames(pieces)
  const raw = rawRanges(pieces)
  for (const event of events) {
    if (event.type !== 'open' || !isTrackable(html, event)) continue
    if (raw.some(({ from, to }) => event.from >= from && event.to <= to)) continue
    for (const attribute of event.attributes) {
      const url = attribute.name === 'href' ? readUrl(html, attribute, locals) : undefined
      if (url === undefined || (numbers.size >= MOST_LINKS && !numbers.has(url))) continue
      const number = numbers.get(url) ?? numbers.size
      numbers.set(url, number)
      edits.push(hrefEdit(attribute, first + number))
    }
  }
  return { edits, links: [...numbers.keys()] }
}

export const linkVariable = (number: number): string => `lm_link_${number}`

/** Quoted, because an unquoted value could break out of the attribute, and the body would no longer be plain. */
function hrefEdit({ value }: Attribute, number: number): Edit {
  const { from = 0, to = 0, quote = '' } = value ?? {}
  const output = `{{ ${linkVariable(number)} }}`
  return { from, to, text: quote === '' ? `"${output}"` : output }
}

/** Authors exclude a link with data-lm-no-track, or with clicktracking=off as in another service. */
function isTrackable(html: string, { name, attributes }: OpenTag): boolean {
  if (name !== 'a' && name !== 'area') return false
  return !attributes.some(
    (attribute) =>
      attribute.name === 'data-lm-no-track' ||
      (attribute.name === 'clicktracking' && /^off$/i.test(valueOf(html, attribute))),
  )
}

const valueOf = (html: string, { value }: Attribute): string =>
  value ? html.slice(value.from, value.to).trim() : ''

/** The target of the link as a template; undefined if it is not tracked. */
function readUrl(html: string, { value, pieces }: Attribute, locals: Locals): string | undefined {
  if (!value || (value.quote !== '' && html[value.to] !== value.quote)) return undefined
  if (value.to - value.from > MOST_LENGTH || !pieces.every((piece) => isFillable(piece, locals))) {
    return undefined
  }
  const literals = literalsOf(html, value, pieces).map(decodeReferences)
  if (literals.some((text) => text === undefined || /\{[{%]/.test(text))) return undefined
  // URL Standard, section 4.4: whitespace around a URL and line ends within it are ignored.
  const url = literals
    .map((text, index) => bare(text ?? '') + (pieces[index]?.text ?? ''))
    .join('')
    .trim()
  return isFixedHost(url, pieces) && isPlain(url) ? url : undefined
}

const bare = (text: string): string => text.replaceAll(/[\t\n\r]/g, '')

function literalsOf(html: string, value: { from: number; to: number }, pieces: readonly Piece[]): string[] {
  const starts = [value.from, ...pieces.map(({ to }) => to)]
  const ends = [...pieces.map(({ from }) => from), value.to]
  return starts.map((start, index) => html.slice(start, ends[index]))
}

/**
 * The host must end before the first variable, at a character that cannot be part of a host. Browsers treat a backslash
 * as one (URL Standard, section 4.4) and others do not, so such a link stays as it is.
 */
function isFixedHost(url: string, [first]: readonly Piece[]): boolean {
  const literal = first === undefined ? url : url.slice(0, url.indexOf(first.text))
  const end = first === undefined ? '(?:[/?#]|$)' : '[/?#]'
  return new RegExp(`^https?://[^/?#\\\\\\s]+${end}`, 'i').test(literal) && URL.canParse(literal)
}

/** Only variables and their fallbacks: more would run code of the author at every click. */
function isPlain(url: string): boolean {
  if (!url.includes('{')) return true
  try {
    return compileTemplate({ subject: url, html: '', text: '' }).isPlain
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return false
    throw error
  }
}

type Locals = ReadonlySet<string> | 'any'

const MAKES_LOCAL = /^\{%-?\s*(?:for|tablerow|assign|capture|increment|decrement)\s+["']?([\w-]+)/

/** Names that exist only while the body is rendered. */
function localNames(pieces: readonly Piece[]): Locals {
  // Holds several tags, which may define any name.
  if (pieces.some(({ name }) => name === 'liquid')) return 'any'
  const names = pieces.map(({ text }) => MAKES_LOCAL.exec(text)?.[1]).filter((name) => name !== undefined)
  return new Set([...names, 'forloop', 'tablerowloop'])
}

/** Our own pages are never tracked: unsubscribing must not depend on tracking. */
const OWN_PAGES = new Set(['unsubscribeUrl', 'subscribeUrl', 'manageUrl', 'browserUrl'])

/** `escape` prints HTML, not a URL. */
function isFillable({ kind, text }: Piece, locals: Locals): boolean {
  if (kind !== 'output' || locals === 'any' || /\|\s*escape\b/.test(text)) return false
  const names = text.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/[a-z_][\w-]*/gi) ?? []
  return !names.some((name) => locals.has(name) || OWN_PAGES.has(name))
}

/** Nothing is filled in between `{% raw %}` and its end, so links there cannot be tracked. */
function rawRanges(pieces: readonly Piece[]): { from: number; to: number }[] {
  return pieces.flatMap(({ name, to }, index) =>
    name === 'raw' ? [{ from: to, to: pieces[index + 1]?.from ?? Infinity }] : [],
  )
}

// HTML standard, section 13.2.5.73: in an attribute a name without a semicolon counts only where neither a letter, a
// digit nor an equals sign follows, so that ?a=1&copy=2 stays what it is.
const REFERENCE = /&(?:#x([0-9a-f]+);?|#([0-9]+);?|([a-z][a-z0-9]*);|(amp|lt|gt|quot|nbsp)(?![a-z0-9=]))/gi

/** The references that occur in URLs. Case matters: Colon is another one. */
const NAMED = new Map([
  ['amp', '&'],
  ['AMP', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
  ['colon', ':'],
  ['sol', '/'],
  ['quest', '?'],
  ['num', '#'],
  ['equals', '='],
  ['percnt', '%'],
  ['period', '.'],
  ['comma', ','],
  ['lowbar', '_'],
  ['plus', '+'],
  ['commat', '@'],
])

/** Undefined if a reference is unknown, or stands for another character than its number: such a link is not tracked. */
function decodeReferences(text: string): string | undefined {
  let isKnown = true
  const decoded = text.replace(REFERENCE, (_, ...[hex, decimal, name, bareName]: (string | undefined)[]) => {
    const named = name ?? bareName
    const character = named === undefined ? characterOf(hex, decimal) : NAMED.get(named)
    isKnown &&= character !== undefined
    return character ?? ''
  })
  return isKnown ? decoded : undefined
}

/** HTML standard, section 13.2.5.80: controls of Latin-1 and halves of pairs are read as something else. */
function characterOf(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isItself = code > 0 && code <= 0x10_ff_ff && !(code >= 0x80 && code < 0xa0)
  const character = isItself ? String.fromCodePoint(code) : ''
  return isItself && character.isWellFormed() ? character : undefined
}
