// The filters of the language: the library's, made safe, and our own. Three things are changed in the library's: an
// object is turned into text by us, because its own `toString` may be somebody's data; data that a filter cannot read
// gives no error, because that would cost somebody an email; and each looks at the time before it runs, because a single
// expression may hold thousands of them.
import { filters as libraryFilters, toValue } from 'liquidjs'
import type { Context } from 'liquidjs'
import type { Clock } from '../clock.ts'
import { formatDate } from './date-filter.ts'
import { MAX_NEEDLE_LENGTH } from './template-limits.ts'
import { LimitError } from './template-problem.ts'
import { escapeHtml, Markup, toText } from './value-text.ts'

type Handler = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown
type Handlers = Record<string, Handler>

const isNil = (value: unknown): boolean => value === undefined || value === null

/** `a ?? b`: only what is missing falls back; an empty text and false do not. */
export const fallBack = (value: unknown, other: unknown): unknown => (isNil(toValue(value)) ? other : value)

/** What is missing, false or empty falls back. */
function orDefault(value: unknown, other: unknown, ...options: unknown[]): unknown {
  const bare: unknown = toValue(value)
  if (bare === '' || (Array.isArray(bare) && bare.length === 0)) return other
  if (bare === false) return isAllowFalse(options) ? value : other
  return isNil(bare) ? other : value
}

const isAllowFalse = (options: unknown[]): boolean =>
  options.some((option) => Array.isArray(option) && option[0] === 'allow_false' && Boolean(option[1]))

const toMarkup = (value: unknown): Markup =>
  value instanceof Markup ? value : new Markup(escapeHtml(toText(value)))

/** Those that need nothing but their arguments: the splicer uses them too. */
export const PLAIN_FILTERS: Record<string, (value: unknown, ...args: unknown[]) => unknown> = {
  default: orDefault,
  escape: toMarkup,
  raw: (value) => (value instanceof Markup ? value : new Markup(toText(value))),
  url_encode: (value) => encodeURIComponent(toText(value)).replaceAll('%20', '+'),
}

/** They take an expression as text and evaluate it, and that text may be somebody's data. */
const isEvaluating = (name: string): boolean => name.endsWith('_exp')

/** Their value and arguments are text. */
const OF_TEXT = `
  append prepend capitalize downcase upcase lstrip rstrip strip strip_newlines squish normalize_whitespace
  remove remove_first remove_last replace replace_first replace_last split truncate truncatewords number_of_words
  strip_html escape_once cgi_escape uri_escape slugify base64_encode sha256 hmac_sha256`
  .trim()
  .split(/\s+/)

/** Of those, the ones that look for another text. */
const SEARCHING = [
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
  'split',
]

/** They do several steps for each item of a list, most without counting. */
const SLOW = 'where reject find find_index has group_by map sort sort_natural sum uniq sample'.split(' ')
const SLOWNESS = 10

/** They take from markup nothing but blanks, so that it is still markup. */
const KEEPING_MARKUP = ['lstrip', 'rstrip', 'strip', 'strip_newlines', 'squish', 'normalize_whitespace']

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

function ofText(handler: Handler): Handler {
  return function (value, ...args) {
    return handler.call(this, toText(value), ...args.map((arg) => (isObject(arg) ? toText(arg) : arg)))
  }
}

/** @throws LimitError */
export function checkNeedle(needle: unknown): void {
  if (typeof needle !== 'string' || needle.length <= MAX_NEEDLE_LENGTH) return
  throw new LimitError(`a text to look for has at most ${MAX_NEEDLE_LENGTH} characters`)
}

function searching(handler: Handler): Handler {
  return function (value, needle, ...args) {
    const text = toText(needle)
    checkNeedle(text)
    return handler.call(this, value, text, ...args)
  }
}

function slow(handler: Handler): Handler {
  return function (value, ...args) {
    if (Array.isArray(value)) this.context.memoryLimit.use(value.length * SLOWNESS)
    return handler.call(this, value, ...args)
  }
}

function keepingMarkup(handler: Handler): Handler {
  return function (value, ...args) {
    const result = handler.call(this, value, ...args)
    return value instanceof Markup && args.length === 0 ? new Markup(toText(result)) : result
  }
}

/** Markup and text make markup, in which the text is escaped. */
function joining(join: (value: string, arg: string) => string): Handler {
  return function (value, arg) {
    const isMarkup = value instanceof Markup || arg instanceof Markup
    const [left, right] = isMarkup ? [toMarkup(value).text, toMarkup(arg).text] : [toText(value), toText(arg)]
    this.context.memoryLimit.use(left.length + right.length)
    const joined = join(left, right)
    return isMarkup ? new Markup(joined) : joined
  }
}

const MARKUP_FILTERS: Handlers = {
  append: joining((value, arg) => value + arg),
  prepend: joining((value, arg) => arg + value),
  xml_escape: toMarkup,
  newline_to_br(value) {
    const { text } = toMarkup(value)
    this.context.memoryLimit.use(text.length)
    return new Markup(text.replaceAll(/\r?\n/g, '<br />\n'))
  },
}

const DECODING_FILTERS: Handlers = {
  url_decode(value) {
    const text = toText(value)
    this.context.memoryLimit.use(text.length)
    try {
      return decodeURIComponent(text.replaceAll('+', ' '))
    } catch {
      return text
    }
  },
  base64_decode(value) {
    const text = toText(value)
    this.context.memoryLimit.use(text.length)
    return Buffer.from(text, 'base64').toString()
  },
}

function dateFilters(clock: Clock): Handlers {
  const date = (value: unknown, format?: unknown, zone?: unknown) =>
    formatDate(value, { format: isNil(format) ? undefined : toText(format), zone, clock }) ?? value
  const inWords =
    (month: string): Handler =>
    (value, type, style) => {
      if (type !== 'ordinal') return date(value, `%d ${month} %Y`)
      return date(value, style === 'US' ? `${month} %-d%q, %Y` : `%-d%q ${month} %Y`)
    }
  return {
    date,
    date_to_xmlschema: (value) => date(value, '%Y-%m-%dT%H:%M:%S%:z'),
    date_to_rfc822: (value) => date(value, '%a, %d %b %Y %H:%M:%S %z'),
    date_to_string: inWords('%b'),
    date_to_long_string: inWords('%B'),
  }
}

/** All filters by name. */
export function createFilters(clock: Clock): Handlers {
  const handlers: Handlers = {}
  for (const [name, impl] of Object.entries(libraryFilters)) {
    if (isEvaluating(name)) continue
    const handler = (typeof impl === 'function' ? impl : impl.handler) as Handler
    handlers[name] = OF_TEXT.includes(name) ? ofText(handler) : withoutMarkup(handler)
  }
  for (const name of SEARCHING) handlers[name] = searching(handlers[name] as Handler)
  for (const name of SLOW) handlers[name] = slow(handlers[name] as Handler)
  for (const name of KEEPING_MARKUP) handlers[name] = keepingMarkup(handlers[name] as Handler)
  const escapeOnce = handlers['escape_once'] as Handler
  Object.assign(handlers, PLAIN_FILTERS, MARKUP_FILTERS, DECODING_FILTERS, dateFilters(clock), {
    escape_once(this: { context: Context }, value: unknown) {
      return value instanceof Markup ? value : new Markup(toText(escapeOnce.call(this, value)))
    },
  })
  for (const [name, handler] of Object.entries(handlers)) handlers[name] = watched(handler)
  return handlers
}

/** For filters that look at what a value is: markup is a text to them. */
function withoutMarkup(handler: Handler): Handler {
  return function (value, ...args) {
    return handler.call(this, value instanceof Markup ? value.text : value, ...args)
  }
}

function watched(handler: Handler): Handler {
  return function (value, ...args) {
    this.context.renderLimit.check(performance.now())
    return handler.call(this, value, ...args)
  }
}
