// Texts and JSON of limited size, for the schemas of requests. The length is checked before everything else and ends the
// checks: a pattern that is tried on megabytes blocks the main thread.
import { z } from 'zod'
import { LIQUID_START } from '../liquid/delimiters.values.ts'

const KILOBYTE = 1_024
export const MEGABYTE = 1_048_576

/** A time with the longest fraction and offset in use. */
export const LONGEST_INSTANT = 64

/** Keys of callers' own JSON. */
export const LONGEST_KEY = 200

const sizeText = (bytes: number) =>
  bytes < MEGABYTE ? `${Math.floor(bytes / KILOBYTE)} kB` : `${Math.floor(bytes / MEGABYTE)} MB`

/** Ends the checks of this text only. The option `abort` of zod would also end the rules across fields of its object. */
function lengthUpTo(maximum: number, message: string) {
  const check = z.check<string>(({ value: input, issues }) => {
    if (input.length <= maximum) return
    issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input, message })
  })
  // Read by the generator of the API description, as `maxLength`.
  check._zod.onattach.push(({ _zod }) => Object.assign(_zod.bag, { maximum }))
  return check
}

/** A text of at most this many characters. */
export const textUpTo = (characters: number) =>
  z.string().check(lengthUpTo(characters, `must have at most ${characters} characters`))

/** A text of one line. */
export const lineUpTo = (characters: number) => textUpTo(characters).regex(/^[^\r\n]*$/, 'must be one line')

/** For texts in which Liquid would be stored and shown unevaluated. */
export function withoutLiquid<Schema extends z.ZodType<string>>(schema: Schema): Schema {
  const checked = schema.refine((text) => !LIQUID_START.test(text), {
    message: 'must not contain {{ or {%: Liquid is not evaluated here',
    params: { code: 'invalid_string' },
  })
  // zod does not copy the description of a schema to a stricter one.
  const described = schema.meta()
  return described ? checked.meta(described) : checked
}

/** A text of at most this many bytes of UTF-8. */
export function bytesUpTo(bytes: number) {
  const message = `must be at most ${sizeText(bytes)}`
  return z
    .string()
    .check(lengthUpTo(bytes, message))
    .refine((text) => text.length * 3 <= bytes || utf8Bytes(text) <= bytes, {
      message,
      params: { code: 'too_big' },
    })
}

// Zod takes some microseconds for each key of a record; this checks 20,000 of them in one.
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with any values and keys of at most 200 characters, of at most this many bytes as JSON. */
export function jsonObjectUpTo(bytes: number) {
  return z
    .unknown()
    .superRefine((data, context) => {
      if (!isRecord(data)) {
        context.addIssue({ code: 'invalid_type', expected: 'record', input: data })
        return
      }
      const long = Object.keys(data).filter((key) => key.length > LONGEST_KEY)
      for (const key of long.slice(0, MOST_KEYS_NAMED)) {
        context.addIssue(tooBig(`must have at most ${LONGEST_KEY} characters`, [key]))
      }
      if (!fitsAsJson(data, bytes)) context.addIssue(tooBig(`must be at most ${sizeText(bytes)} of JSON`))
    })
    .transform((data) => data as Record<string, unknown>)
    .meta({ type: 'object', propertyNames: { maxLength: LONGEST_KEY }, additionalProperties: {} })
}

/** Any JSON of at most this many bytes. */
export const jsonUpTo = (bytes: number) =>
  z.unknown().superRefine((data, context) => {
    const isSmall = fitsAsJson(data ?? null, bytes)
    if (!isSmall) context.addIssue(tooBig(`must be at most ${sizeText(bytes)} of JSON`))
  })

// The number of problems that a response shows.
const MOST_KEYS_NAMED = 100

const tooBig = (message: string, path: string[] = []) => ({
  code: 'custom' as const,
  path,
  message,
  params: { code: 'too_big' },
})

// The generator of the API description uses this name for the input of a named schema, and its own name for the output.
const inputReference = (name: string) => `#/components/schemas/${name}Input`

/**
 * The input of a schema in the API description, for schemas whose form the generator cannot see. Named schemas become
 * references.
 */
export function describedInput(schema: z.ZodType): Record<string, unknown> {
  const name = schema.meta()?.id
  if (name !== undefined) return { $ref: inputReference(name) }
  const {
    $schema: _,
    $defs: __,
    ...described
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return JSON.parse(JSON.stringify(described), (key, value: unknown) =>
    key === '$ref' ? inputReference(String(value).replace('#/$defs/', '')) : value,
  ) as Record<string, unknown>
}

/** Refuses too many entries before one of them is validated, without ending the rules across fields. */
const sizeUpTo = (most: number) =>
  z.unknown().superRefine((given, context) => {
    const entries = Array.isArray(given) ? given : isRecord(given) ? Object.keys(given) : []
    if (entries.length > most) context.addIssue(tooBig(`must be at most ${most}`))
  })

/** An object of at most this many values of one kind. */
export const recordUpTo = <Value extends z.ZodType>(entries: number, value: Value) =>
  sizeUpTo(entries)
    .pipe(z.record(z.string(), value))
    .meta({ type: 'object', maxProperties: entries, additionalProperties: describedInput(value) })

/** A list of at most this many items of one kind. */
export const listUpTo = <Item extends z.ZodType>(items: number, item: Item) =>
  sizeUpTo(items)
    .pipe(z.array(item))
    .meta({ maxItems: items, type: 'array', items: describedInput(item) })

/**
 * The pattern of an instant in the API description, apart from the length of months: RFC 3339 in capitals, without leap
 * seconds. Seconds are optional too, but not in the format date-time.
 */
export const INSTANT_PATTERN = String.raw`^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`

/** An hour and a minute with an offset are unambiguous, and what forms and people write. */
const withSeconds = (text: string) => text.replace(/(T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/, '$1:00$2')

const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/

/** A local time is a different instant in every time zone, so the caller has to give the offset. */
const advice = (text: unknown, otherwise: string) =>
  typeof text === 'string' && WITHOUT_OFFSET.test(text)
    ? `must say its offset from UTC: ${text}Z if it is in UTC, or such as ${text}+01:00`
    : otherwise

const instantOr = (otherwise: string) =>
  textUpTo(LONGEST_INSTANT)
    .transform(withSeconds)
    .pipe(z.iso.datetime({ offset: true, error: ({ input }) => advice(input, otherwise) }))
    .refine((text) => text >= '1970', {
      message: 'must be in 1970 or later',
      params: { code: 'invalid_date' },
    })
    // The first hours of 1970 east of Greenwich are before the epoch.
    .transform((text) => new Date(Math.max(0, Date.parse(text))))

/** The description of an Instant. */
export const DESCRIBED_INSTANT = {
  type: 'string',
  format: 'date-time',
  pattern: INSTANT_PATTERN,
  maxLength: LONGEST_INSTANT,
} as const

/** A point in time, in the years that PostgreSQL and a UUIDv7 (48 bits of milliseconds) can both express. */
export const Instant = instantOr(
  'must be an ISO 8601 date and time with its offset, such as 2030-01-31T09:00:00Z',
).meta(DESCRIBED_INSTANT)

const DAY_PATTERN = String.raw`^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d$`
const day = new RegExp(DAY_PATTERN)

/** One end of a period: an instant, or a day in UTC, which stands for this moment of the day. */
const endOfSpan = (moment: string) =>
  textUpTo(LONGEST_INSTANT)
    .transform((text) => (day.test(text) ? `${text}T${moment}Z` : text))
    .pipe(
      instantOr(
        'must be a day, such as 2030-01-31, or an ISO 8601 date and time with its offset, such as 2030-01-31T09:00:00Z',
      ),
    )
    .meta({ anyOf: [DESCRIBED_INSTANT, { type: 'string', format: 'date', pattern: DAY_PATTERN }] })

/** For `from` and `to` of lists. A day is included as a whole. */
export const SpanStart = endOfSpan('00:00:00.000')
export const SpanEnd = endOfSpan('23:59:59.999')

/** The two code units of a surrogate pair make four bytes. */
function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) bytes += 1
    if (code > 0x7ff && (code < 0xd800 || code > 0xdfff)) bytes += 1
  }
  return bytes
}

function fitsAsJson(value: unknown, bytes: number): boolean {
  if (!mayFit(value, bytes)) return false
  const json = JSON.stringify(value)
  return json.length * 3 <= bytes || utf8Bytes(json) <= bytes
}

/** False for values that are certainly larger, without serializing them: a body has up to 16 MB. */
function mayFit(value: unknown, bytes: number): boolean {
  let left = bytes
  const open = [value]
  while (open.length > 0 && left >= 0) {
    const next = open.pop()
    if (Array.isArray(next)) {
      left -= next.length
      for (const inner of next as unknown[]) open.push(inner)
    } else if (isRecord(next)) {
      for (const key of Object.keys(next)) {
        left -= key.length + KEY_SIGNS
        open.push(next[key])
      }
    } else left -= typeof next === 'string' ? next.length : 1
  }
  return left >= 0
}

// Two quotation marks and a colon for each key, and a comma after all but the last.
const KEY_SIGNS = 3
