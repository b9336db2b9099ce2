// From the entries of a form to the values of a contact. Only the fields of the form are read; anything else is ignored.
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import type { FormField } from '../forms.schema.ts'
import { EMAIL_KEY } from '../forms.values.ts'

export type FieldProblemKind =
  | 'required'
  | 'unchecked'
  | 'email'
  | 'number'
  | 'date'
  | 'option'
  | 'long'
  | 'text'

/** The entries by the keys of fields: texts of a form, or any values of JSON. */
export type Entries = (key: string) => unknown

export type FieldValues = {
  email: string
  data: Record<string, unknown>
  /** By the keys of fields. */
  problems: ReadonlyMap<string, FieldProblemKind>
  /** The entries as texts, to show them again. */
  typed: ReadonlyMap<string, string>
}

// Longer than any name or address line.
export const LONGEST_TEXT = 1_000

// Numbers up to here are exact to a thousandth.
const LARGEST_NUMBER = 1e12

type Value = { value: unknown } | { problem: FieldProblemKind } | undefined

export function readFieldValues(fields: readonly FormField[], entries: Entries): FieldValues {
  const problems = new Map<string, FieldProblemKind>()
  const typed = new Map<string, string>()
  const data: Record<string, unknown> = {}
  let email = ''
  for (const field of fields) {
    const entry = entries(field.key)
    typed.set(field.key, shownText(entry))
    const read = readField(field, entry)
    if (!read) continue
    if ('problem' in read) problems.set(field.key, read.problem)
    else if (field.key === EMAIL_KEY) email = String(read.value)
    else data[field.key.slice('data.'.length)] = read.value
  }
  return { email, data, problems, typed }
}

/** Undefined if the field was left empty, which changes nothing. */
function readField(field: FormField, entry: unknown): Value {
  if (field.type === 'checkbox') return readCheckbox(field, entry)
  const text = textOf(entry)
  if (text === undefined) return { problem: field.type === 'select' ? 'option' : problemOfType(field.type) }
  if (text === '') return field.required ? { problem: 'required' } : undefined
  if (!isStorable(text)) return { problem: 'text' }
  return READERS[field.type](text, field)
}

const problemOfType = (type: FormField['type']): FieldProblemKind =>
  type === 'email' || type === 'number' || type === 'date' ? type : 'text'

type Reader = (text: string, field: FormField) => Value

const READERS: Record<Exclude<FormField['type'], 'checkbox'>, Reader> = {
  email: (text) => {
    const parsed = parseEmailAddress(text)
    return parsed.ok ? { value: parsed.address } : { problem: 'email' }
  },
  text: (text) => (text.length > LONGEST_TEXT ? { problem: 'long' } : { value: text }),
  number: (text) => {
    const number = NUMBER.test(text) ? Number(text) : NaN
    return Math.abs(number) <= LARGEST_NUMBER ? { value: number } : { problem: 'number' }
  },
  date: (text) => (isDate(text) ? { value: text } : { problem: 'date' }),
  select: (text, { options = [] }) => (options.includes(text) ? { value: text } : { problem: 'option' }),
}

const NUMBER = /^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})$/

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Browsers leave out boxes that are not checked. */
function readCheckbox({ required }: FormField, entry: unknown): Value {
  const isChecked = entry === true || (typeof entry === 'string' && /^(true|on|1|yes)$/i.test(entry))
  return required && !isChecked ? { problem: 'unchecked' } : { value: isChecked }
}

/** One line, without blanks at its ends. Undefined if the entry is neither a text nor a number. */
function textOf(entry: unknown): string | undefined {
  if (entry === undefined || entry === null) return ''
  if (typeof entry === 'number') return String(entry)
  return typeof entry === 'string' ? entry.replaceAll(/[\r\n]+/g, ' ').trim() : undefined
}

/** PostgreSQL stores neither NUL characters nor halves of surrogate pairs. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const shownText = (entry: unknown): string =>
  typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean'
    ? String(entry).slice(0, LONGEST_TEXT)
    : ''
