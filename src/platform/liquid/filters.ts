// The filters of the language: the library's, made safe, and our own. The library's differ in three ways: we convert objects
// to text, because their own `toString` may be data; data that a filter cannot read is not an error, because that would cost
// an email; and each checks the time limit first, because one expression may contain thousands of them.
import { filters as libraryFilters, toValue } from 'liquidjs'
import type { Context } from 'liquidjs'
import type { Clock } from '../clock.ts'
import { conditionsHold } from '../conditions/condition-tree.ts'
import type { ConditionTree } from '../conditions/condition-tree.ts'
import { formatDate } from './date-filter.ts'
import { MAX_NEEDLE_LENGTH } from './template-limits.ts'
import { LimitError } from './template-problem.ts'
import { escapeHtml, Markup, toText } from './value-text.ts'

type Handler = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown
type Handlers = Record<string, Handler>

const isNil = (value: unknown): boolean => value === undefined || value === null

/** `a ?? b`: only missing values fall back; an empty text and false do not. */
export const fallBack = (value: unknown, other: unknown): unknown => (isNil(toValue(value)) ? other : value)

/** Missing, false and empty values fall back. */
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

/** Filters that need only their arguments: the splicer uses them too. */
export const PLAIN_FILTERS: Record<string, (value: unknown, ...args: unknown[]) => unknown> = {
  default: orDefault,
  escape: toMarkup,
  raw: (value) => (value instanceof Markup ? value : new Markup(toText(value))),
  url_encode: (value) => encodeURIComponent(toText(value)).replaceAll('%20', '+'),
}

/** Filters that evaluate an expression given as text, which may be data. */
const isEvaluating = (name: string): boolean => name.endsWith('_exp')

/** Filters whose value and arguments are text. */
const TEXT_FILTERS = `
  append prepend capitalize downcase upcase lstrip rstrip strip strip_newlines squish normalize_whitespace
  remove remove_first remove_last replace replace_first replace_last split truncate truncatewords number_of_words
  strip_html escape_once cgi_escape uri_escape slugify base64_encode sha256 hmac_sha256`
  .trim()
  .split(/\s+/)

/** Text filters that search for another text. */
const SEARCH_FILTERS = [
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
  'split',
]

/** Filters that take several steps per item of a list, most without counting them. */
const SLOW_FILTERS = 'where reject find find_index has group_by map sort sort_natural sum uniq sample'.split(
  ' ',
)
const SLOW_FILTER_COST = 10

/** Filters that only remove blanks, so that markup stays markup. */
const TRIM_FILTERS = ['lstrip', 'rstrip', 'strip', 'strip_newlines', 'squish', 'normalize_whitespace']

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

function withTextArguments(handler: Handler): Handler {
  return function (value, ...args) {
    return handler.call(this, toText(value), ...args.map((arg) => (isObject(arg) ? toText(arg) : arg)))
  }
}

/** @throws LimitError */
export function checkNeedle(needle: unknown): void {
  if (typeof needle !== 'string' || needle.length <= MAX_NEEDLE_LENGTH) return
  throw new LimitError(`a search text has at most ${MAX_NEEDLE_LENGTH} characters`)
}

function withNeedleLimit(handler: Handler): Handler {
  return function (value, needle, ...args) {
    const text = toText(needle)
    checkNeedle(text)
    return handler.call(this, value, text, ...args)
  }
}

function withExtraCost(handler: Handler): Handler {
  return function (value, ...args) {
    if (Array.isArray(value)) this.context.memoryLimit.use(value.length * SLOW_FILTER_COST)
    return handler.call(this, value, ...args)
  }
}

function preservingMarkup(handler: Handler): Handler {
  return function (value, ...args) {
    const result = handler.call(this, value, ...args)
    return value instanceof Markup && args.length === 0 ? new Markup(toText(result)) : result
  }
}

/** Joining markup and text gives markup, in which the text is escaped. */
function concatenation(join: (value: string, arg: string) => string): Handler {
  return function (value, arg) {
    const isMarkup = value instanceof Markup || arg instanceof Markup
    const [left, right] = isMarkup ? [toMarkup(value).text, toMarkup(arg).text] : [toText(value), toText(arg)]
    this.context.memoryLimit.use(left.length + right.length)
    const joined = join(left, right)
    return isMarkup ? new Markup(joined) : joined
  }
}

const MARKUP_FILTERS: Handlers = {
  append: concatenation((value, arg) => value + arg),
  prepend: concatenation((value, arg) => arg + value),
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

/** Blocks of emails generate it; the tree is a constant of the template. */
const conditionFilters = (clock: Clock): Handlers => ({
  lm_holds(tree, ...values) {
    const bare = values.map((value) => (value instanceof Markup ? value.text : value))
    this.context.memoryLimit.use(toText(tree).length)
    try {
      return conditionsHold(JSON.parse(toText(tree)) as ConditionTree, { values: bare, now: clock.now() })
    } catch {
      return false
    }
  },
})

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

export function createFilters(clock: Clock): Handlers {
  const handlers: Handlers = {}
  for (const [name, impl] of Object.entries(libraryFilters)) {
    if (isEvaluating(name)) continue
    const handler = (typeof impl === 'function' ? impl : impl.handler) as Handler
    handlers[name] = TEXT_FILTERS.includes(name) ? withTextArguments(handler) : withoutMarkup(handler)
  }
  for (const name of SEARCH_FILTERS) handlers[name] = withNeedleLimit(handlers[name] as Handler)
  for (const name of SLOW_FILTERS) handlers[name] = withExtraCost(handlers[name] as Handler)
  for (const name of TRIM_FILTERS) handlers[name] = preservingMarkup(handlers[name] as Handler)
  const escapeOnce = handlers['escape_once'] as Handler
  Object.assign(
    handlers,
    PLAIN_FILTERS,
    MARKUP_FILTERS,
    DECODING_FILTERS,
    dateFilters(clock),
    conditionFilters(clock),
    {
      escape_once(this: { context: Context }, value: unknown) {
        return value instanceof Markup ? value : new Markup(toText(escapeOnce.call(this, value)))
      },
    },
  )
  for (const [name, handler] of Object.entries(handlers)) handlers[name] = withTimeCheck(handler)
  return handlers
}

/** For filters that depend on the type of a value: markup counts as text. */
function withoutMarkup(handler: Handler): Handler {
  return function (value, ...args) {
    return handler.call(this, value instanceof Markup ? value.text : value, ...args)
  }
}

function withTimeCheck(handler: Handler): Handler {
  return function (value, ...args) {
    this.context.renderLimit.check(performance.now())
    return handler.call(this, value, ...args)
  }
}
