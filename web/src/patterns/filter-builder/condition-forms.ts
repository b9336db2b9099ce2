// What a condition needs besides its field and operator, and what becomes of it when one of them is changed. Which operators fit
// a field is the schema's to say; a test tries every form below against it.
import { parseDataField, parseField } from '../../../../src/features/filters/language/filter-fields.schema.ts'
import type { Field } from '../../../../src/features/filters/language/filter-fields.schema.ts'
import { isWindow } from '../../../../src/features/filters/language/filter-leaves.schema.ts'
import { operatorsOf } from '../../../../src/features/filters/filters.schema.ts'
import type { LeafDraft } from './filter-draft.ts'

/** What a value can be. A day is the first moment of it in UTC; a moment has a time. */
export type ValueType = 'text' | 'number' | 'boolean' | 'day' | 'moment'

export type ValueForm = {
  shape: 'none' | 'one' | 'list' | 'range' | 'duration' | 'segment'
  types: readonly ValueType[]
}

const formOf = (shape: ValueForm['shape'], types: readonly ValueType[] = []): ValueForm => ({ shape, types })

const ORDER = ['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual', 'between']
const LISTS = ['in', 'notIn']

function typesOf(kind: Field['kind'], operator: string): readonly ValueType[] {
  if (kind === 'subscribed') return ['boolean']
  if (kind === 'createdAt' || kind === 'updatedAt') return ['day', 'moment']
  if (kind === 'email' || operator === 'startsWith' || operator === 'endsWith') return ['text']
  if (ORDER.includes(operator)) return ['number', 'day', 'moment']
  return LISTS.includes(operator) ? ['text', 'number'] : ['text', 'number', 'boolean']
}

export function valueFormOf(kind: Field['kind'], operator: string): ValueForm {
  if (kind === 'event' || kind === 'activity') return formOf('none')
  if (kind === 'segment') return formOf('segment')
  if (operator === 'exists' || operator === 'notExists') return formOf('none')
  if (isWindow(operator)) return formOf('duration')
  const types = typesOf(kind, operator)
  if (operator === 'between') return formOf('range', types)
  return formOf(LISTS.includes(operator) ? 'list' : 'one', types)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Of a single value; of a list or range that of its first. Undefined if there is none yet. */
export function typeOfValue(value: unknown, types: readonly ValueType[]): ValueType | undefined {
  const one: unknown = Array.isArray(value) ? value.find((inner) => inner !== undefined) : value
  if (typeof one === 'number') return 'number'
  if (typeof one === 'boolean') return 'boolean'
  if (typeof one !== 'string') return undefined
  if (!types.includes('day')) return 'text'
  return DAY.test(one) ? 'day' : 'moment'
}

function convertOne(value: unknown, type: ValueType): unknown {
  switch (type) {
    case 'text':
      return value === undefined || value === null ? undefined : String(value as string | number | boolean)
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : true
    case 'day':
      return typeof value === 'string' && DAY.test(value.slice(0, 10)) ? value.slice(0, 10) : undefined
    case 'moment':
      return typeof value === 'string' && DAY.test(value) ? `${value}T00:00:00.000Z` : undefined
  }
}

/** The same as another type, as far as that is possible. */
export function convertValue(value: unknown, { shape }: ValueForm, type: ValueType): unknown {
  if (shape === 'list') {
    const given = Array.isArray(value) ? value : []
    return given.map((one) => convertOne(one, type)).filter((one) => one !== undefined)
  }
  if (shape === 'range') {
    const [low, high] = Array.isArray(value) ? (value as unknown[]) : []
    return [low, high].map((end) => convertOne(end, type))
  }
  return convertOne(value, type)
}

// A month: what people ask for most.
const FIRST_DURATION = { amount: 30, unit: 'days' } as const

const isDuration = (value: unknown) => typeof value === 'object' && value !== null && 'unit' in value

/** What is kept of a value under another form, or what such a value begins with. */
function carried(value: unknown, form: ValueForm, firstType: ValueType | undefined): unknown {
  switch (form.shape) {
    case 'none':
      return undefined
    case 'duration':
      return isDuration(value) ? value : FIRST_DURATION
    case 'segment':
      return typeof value === 'string' ? value : undefined
    case 'one':
    case 'list':
    case 'range': {
      const simple = isDuration(value) ? undefined : value
      const type = typeOfValue(simple, form.types)
      const kept = type && form.types.includes(type) ? type : (firstType ?? form.types[0] ?? 'text')
      const given = form.shape === 'one' ? firstOf(simple) : listOf(simple)
      return convertValue(given, form, form.types.includes(kept) ? kept : (form.types[0] ?? 'text'))
    }
  }
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
const listOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value
  return value === undefined ? [] : [value]
}

const parse = (field: string) => parseField(field)

export function kindOf(field: string): Field['kind'] | undefined {
  const parsed = parse(field)
  return parsed.ok ? parsed.field.kind : undefined
}

export const operatorsFor = (field: string): readonly string[] => {
  const parsed = parse(field)
  return parsed.ok ? operatorsOf(parsed.field) : []
}

/** The first that people want of a time is a window. */
const FIRST_OPERATORS: Partial<Record<Field['kind'], string>> = { createdAt: 'within', updatedAt: 'within' }

/** With what fits the new field; `firstType` is what the values of that field usually are. */
export function changeField(leaf: LeafDraft, field: string, firstType?: ValueType): LeafDraft {
  const kind = kindOf(field)
  if (!kind) return { field, operator: leaf.operator }
  const fitting = operatorsFor(field)
  const hasSameKind = kindOf(leaf.field) === kind
  const first = FIRST_OPERATORS[kind] ?? fitting[0] ?? ''
  const operator = hasSameKind && fitting.includes(leaf.operator) ? leaf.operator : first
  if (kind === 'event' || kind === 'activity') {
    const { within, count, where } = leaf
    const kept = { field, operator, ...(within && { within }) }
    return kind === 'event' && hasSameKind
      ? { ...kept, ...(count && { count }), ...(where && { where }) }
      : kept
  }
  // A value that was meant for another field is not worth keeping.
  return withValue({ field, operator }, carried(undefined, valueFormOf(kind, operator), firstType))
}

export function changeOperator(leaf: LeafDraft, operator: string, firstType?: ValueType): LeafDraft {
  const kind = kindOf(leaf.field)
  if (!kind) return { ...leaf, operator }
  if (kind === 'event' || kind === 'activity') return { ...leaf, operator }
  const { field, value } = leaf
  return withValue({ field, operator }, carried(value, valueFormOf(kind, operator), firstType))
}

type Details = Partial<Pick<LeafDraft, 'within' | 'count' | 'where' | 'campaignId'>>

/** With other details of an event or an email, and without those that are not asked for. */
export function withDetails(condition: LeafDraft, details: Details): LeafDraft {
  const { within, count, where, campaignId, ...leaf } = { ...condition, ...details }
  return {
    ...leaf,
    ...(within && { within }),
    ...(count && { count }),
    ...(where && where.length > 0 && { where }),
    ...(typeof campaignId === 'string' && { campaignId }),
  }
}

const withValue = (leaf: LeafDraft, value: unknown): LeafDraft =>
  value === undefined ? leaf : { ...leaf, value }

/** A key of data as a field: dots and backslashes of the key itself are written with a backslash. */
export const fieldOfKey = (key: string): string => `data.${key.replaceAll(/[\\.]/g, String.raw`\$&`)}`

/** The key of a field of data as people know it; undefined for other fields. */
export function keyOfField(field: string): string | undefined {
  if (!field.startsWith('data.')) return undefined
  const parsed = parseDataField(field)
  return parsed.ok && parsed.field.kind === 'data' ? parsed.field.path.join('.') : field.slice('data.'.length)
}
