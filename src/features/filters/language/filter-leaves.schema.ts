// One condition: the operators of each field, and the values of each operator. Unknown input is refused and never ignored: a
// misspelled condition must not widen a filter to everybody.
import { z } from 'zod'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { chosenBy } from '../../../platform/schemas/chosen.schema.ts'
import { SUBSCRIPTION_STATES } from './subscription-states.values.ts'
import { WITH_OUR_MESSAGES } from '../../../platform/schemas/validation-messages.schema.ts'
import { DateText, dateMs, DayCount, Duration } from '../filter-dates.schema.ts'
import { LONGEST_FIELD, parseDataField } from './filter-fields.schema.ts'
import type { ContactField, Field, ParseResult } from './filter-fields.schema.ts'

// A text is compared with every contact, so its length matters. Names, tags and addresses are shorter.
const LONGEST_TEXT = 500

// Enough for a pasted list; longer lists belong into a static segment.
const MOST_VALUES = 1000

const EQUALITY = ['equals', 'notEquals'] as const
const PRESENCE = ['exists', 'notExists'] as const
const TEXT = ['contains', 'notContains', 'startsWith', 'endsWith', 'in', 'notIn'] as const
const ORDER = ['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual', 'between'] as const
const WINDOW = ['within', 'olderThan', 'withinNext'] as const
const ANNIVERSARY = ['anniversaryIn', 'anniversaryAgo', 'anniversaryWithinNext'] as const

export const CONTACT_OPERATORS = [
  ...EQUALITY,
  ...TEXT,
  ...ORDER,
  ...WINDOW,
  ...ANNIVERSARY,
  ...PRESENCE,
] as const
/** Whether an operator compares with the current time. */
export const isWindow = (operator: string): boolean =>
  WINDOW.some((one) => one === operator) || isAnniversary(operator)

export type AnniversaryOperator = (typeof ANNIVERSARY)[number]

/** Whether an operator compares the day of the year with today. */
export const isAnniversary = (operator: string): operator is AnniversaryOperator =>
  ANNIVERSARY.some((one) => one === operator)

export type ContactOperator = (typeof CONTACT_OPERATORS)[number]

type FieldKind = ContactField['kind']

const OPERATORS: Record<FieldKind, readonly [ContactOperator, ...ContactOperator[]]> = {
  email: [...EQUALITY, ...TEXT, ...PRESENCE],
  subscribed: EQUALITY,
  subscriptionState: EQUALITY,
  pausedUntil: [...EQUALITY, ...ORDER, ...WINDOW, ...ANNIVERSARY, ...PRESENCE],
  createdAt: [...EQUALITY, ...ORDER, ...WINDOW, ...ANNIVERSARY, ...PRESENCE],
  updatedAt: [...EQUALITY, ...ORDER, ...WINDOW, ...ANNIVERSARY, ...PRESENCE],
  topic: [...EQUALITY, ...PRESENCE],
  data: CONTACT_OPERATORS,
}

/** The operators of a field of a contact. */
export const contactOperatorsOf = (kind: FieldKind): readonly ContactOperator[] => OPERATORS[kind]

export type Scalar = string | number | boolean
export type LeafValue = Scalar | Scalar[] | Duration

/** A condition on a field of the contact, or on the data of an event. */
export type ContactLeaf = { field: string; operator: ContactOperator; value?: LeafValue | null | undefined }

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
const NOT_STORABLE = {
  message: 'must not contain NUL characters or half of a surrogate pair',
  params: { code: 'invalid_string' },
}
const NOT_EMPTY = { error: 'must not be empty', abort: true }

const Text = textUpTo(LONGEST_TEXT).refine(isStorable, NOT_STORABLE)
const Part = textUpTo(LONGEST_TEXT).min(1, NOT_EMPTY).refine(isStorable, NOT_STORABLE)

/** Accepts values of these types, each checked by its schema. */
function oneOfTypes<Value extends Scalar>(
  description: string,
  forms: Partial<Record<string, z.ZodType<Value>>>,
): z.ZodType<Value> {
  const otherType = z.custom<Value>(() => false, {
    error: `must be ${description}`,
    params: { code: 'invalid_type' },
  })
  const missing = z.custom<Value>(() => false, { error: 'is required', params: { code: 'required' } })
  return chosenBy((input) => forms[typeof input] ?? (input === undefined ? missing : otherType))
}

const Numeral = z.number()
const Choice = z.boolean()
const AnyScalar = oneOfTypes<Scalar>('text, a number, true or false', {
  string: Text,
  number: Numeral,
  boolean: Choice,
})
const ContainedValue = oneOfTypes<Scalar>('text, a number, true or false', {
  string: Part,
  number: Numeral,
  boolean: Choice,
})
const ListValue = oneOfTypes<string | number>('text or a number', { string: Text, number: Numeral })
const RangeValue = oneOfTypes<string | number>('a number or a date', { string: DateText, number: Numeral })
const PlainText = oneOfTypes<string>('text', { string: Text })
const TextPart = oneOfTypes<string>('text', { string: Part })

const listOf = (value: z.ZodType) =>
  z
    .array(z.unknown())
    .min(1, NOT_EMPTY)
    .max(MOST_VALUES, { error: `must have at most ${MOST_VALUES} values`, abort: true })
    .pipe(z.array(value))

const orderOf = (value: unknown) => (typeof value === 'string' ? dateMs(value) : (value as number))

function rangeOf(value: z.ZodType<string | number>) {
  return z
    .array(z.unknown())
    .length(2, { error: 'must be [low, high]', abort: true })
    .pipe(z.array(value))
    .superRefine(([low, high], context) => {
      if (typeof low !== typeof high) {
        context.addIssue({ code: 'custom', message: 'must be two numbers or two dates' })
      } else if ((orderOf(low) ?? 0) > (orderOf(high) ?? 0)) {
        context.addIssue({ code: 'custom', message: 'must not have a low end above its high end' })
      }
    })
}

const NoValue = z.null({ error: 'must be left out: this operator takes no value' }).optional()

type ValueSchemas = Partial<Record<ContactOperator, z.ZodType>>
const eachOf = <Name extends string>(names: readonly Name[], schema: z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, z.ZodType>

const TIME_VALUES: ValueSchemas = {
  ...eachOf([...EQUALITY, ...ORDER], DateText),
  between: rangeOf(DateText),
  ...eachOf(WINDOW, Duration),
  ...eachOf(ANNIVERSARY, DayCount),
  ...eachOf(PRESENCE, NoValue),
}
const VALUES: Record<FieldKind, ValueSchemas> = {
  email: {
    ...eachOf(EQUALITY, PlainText),
    ...eachOf(['contains', 'notContains', 'startsWith', 'endsWith'], TextPart),
    ...eachOf(['in', 'notIn'], listOf(PlainText)),
    ...eachOf(PRESENCE, NoValue),
  },
  subscribed: eachOf(EQUALITY, z.boolean()),
  subscriptionState: eachOf(EQUALITY, z.enum(SUBSCRIPTION_STATES)),
  pausedUntil: TIME_VALUES,
  createdAt: TIME_VALUES,
  updatedAt: TIME_VALUES,
  topic: { ...eachOf(EQUALITY, z.boolean()), ...eachOf(PRESENCE, NoValue) },
  data: {
    ...eachOf(EQUALITY, AnyScalar),
    ...eachOf(['contains', 'notContains'], ContainedValue),
    ...eachOf(['startsWith', 'endsWith'], TextPart),
    ...eachOf(['in', 'notIn'], listOf(ListValue)),
    ...eachOf(ORDER, RangeValue),
    between: rangeOf(RangeValue),
    ...eachOf(WINDOW, Duration),
    ...eachOf(ANNIVERSARY, DayCount),
    ...eachOf(PRESENCE, NoValue),
  },
}

const leafOf = (kind: FieldKind) =>
  z.strictObject({
    field: z.string(),
    operator: z.enum(OPERATORS[kind]),
    value: z.unknown().optional(),
  })

const LEAVES: Record<FieldKind, ReturnType<typeof leafOf>> = {
  email: leafOf('email'),
  subscribed: leafOf('subscribed'),
  subscriptionState: leafOf('subscriptionState'),
  pausedUntil: leafOf('pausedUntil'),
  createdAt: leafOf('createdAt'),
  updatedAt: leafOf('updatedAt'),
  topic: leafOf('topic'),
  data: leafOf('data'),
}

export type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Reports a problem at a path. */
export type Report = (issue: Issue, path: Path) => void

const FieldText = textUpTo(LONGEST_FIELD).refine(isStorable, NOT_STORABLE)

/** The field of a condition; undefined, and reported, if it is invalid. */
export function checkField<Found extends Field>(
  input: unknown,
  { path, report, parse }: { path: Path; report: Report; parse: (text: string) => ParseResult<Found> },
): Found | undefined {
  const text = FieldText.safeParse(input, WITH_OUR_MESSAGES)
  if (!text.success) {
    for (const issue of text.error.issues) report(issue, path)
    return undefined
  }
  const parsed = parse(text.data)
  if (parsed.ok) return parsed.field
  report(problem(parsed.message, 'invalid_string'), path)
  return undefined
}

export type LeafInput = { input: Record<string, unknown>; path: Path }

/** Reports all problems of a condition on the data of an event. */
export function checkDataLeaf({ input, path }: LeafInput, report: Report): void {
  const field = checkField(input['field'], { path: [...path, 'field'], report, parse: parseDataField })
  if (field) checkContactLeaf(field, { input, path }, report)
}

/** Reports all problems of a condition on a field of the contact. */
export function checkContactLeaf({ kind }: ContactField, { input, path }: LeafInput, report: Report): void {
  const leaf = LEAVES[kind].safeParse(input, WITH_OUR_MESSAGES)
  const operator = leaf.success ? leaf.data.operator : undefined
  for (const issue of leaf.error?.issues ?? []) report(issue, path)
  const schema = operator && VALUES[kind][operator]
  if (!schema) return
  const value = schema.safeParse(input['value'], WITH_OUR_MESSAGES)
  for (const issue of value.error?.issues ?? []) report(issue, [...path, 'value'])
}

export const problem = (message: string, code: string): Issue => ({
  code: 'custom',
  message,
  params: { code },
  path: [],
})
