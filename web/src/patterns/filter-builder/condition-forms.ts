// The form of a condition's value by field and operator, and how the value changes with them. The schema decides which
// operators a field has; a test checks every form below against it.
import type { EmailOriginField } from '../../../../src/features/filters/language/email-origins.values.ts'
import {
  isTimeColumn,
  parseDataField,
  parseField,
} from '../../../../src/features/filters/language/filter-fields.schema.ts'
import type { Field } from '../../../../src/features/filters/language/filter-fields.schema.ts'
import { SUBSCRIPTION_STATES } from '../../../../src/features/filters/language/subscription-states.values.ts'
import { isAnniversary, isWindow } from '../../../../src/features/filters/language/filter-leaves.schema.ts'
import { operatorsOf } from '../../../../src/features/filters/filters.schema.ts'
import type { LeafDraft } from './filter-draft.ts'

/** A day means its first moment in UTC; a moment has a time. */
export type ValueType = 'text' | 'number' | 'boolean' | 'day' | 'moment'

export type ValueForm = {
  shape: 'none' | 'one' | 'list' | 'range' | 'duration' | 'days' | 'segment' | 'state'
  types: readonly ValueType[]
}

const formOf = (shape: ValueForm['shape'], types: readonly ValueType[] = []): ValueForm => ({ shape, types })

const ORDER = ['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual', 'between']
const LISTS = ['in', 'notIn']

function typesOf(kind: Field['kind'], operator: string): readonly ValueType[] {
  if (kind === 'subscribed' || kind === 'topic') return ['boolean']
  if (isTimeColumn(kind)) return ['day', 'moment']
  if (kind === 'email' || operator === 'startsWith' || operator === 'endsWith') return ['text']
  if (ORDER.includes(operator)) return ['number', 'day', 'moment']
  return LISTS.includes(operator) ? ['text', 'number'] : ['text', 'number', 'boolean']
}

export function valueFormOf(kind: Field['kind'], operator: string): ValueForm {
  if (kind === 'event' || kind === 'activity') return formOf('none')
  if (kind === 'segment') return formOf('segment')
  if (kind === 'subscriptionState') return formOf('state')
  if (operator === 'exists' || operator === 'notExists') return formOf('none')
  if (isAnniversary(operator)) return formOf('days')
  if (isWindow(operator)) return formOf('duration')
  const types = typesOf(kind, operator)
  if (operator === 'between') return formOf('range', types)
  return formOf(LISTS.includes(operator) ? 'list' : 'one', types)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The type of a value, or of the first one of a list or range. Undefined if there is none yet. */
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

// The most frequent choice.
const DEFAULT_DURATION = { amount: 30, unit: 'days' } as const

const TODAY = { amount: 0, unit: 'days' } as const

const isDuration = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'unit' in value

/** The old value converted to a new form, or a default. */
function carryValue(value: unknown, form: ValueForm, firstType: ValueType | undefined): unknown {
  switch (form.shape) {
    case 'none':
      return undefined
    case 'duration':
      return isDuration(value) ? value : DEFAULT_DURATION
    case 'days':
      return isDuration(value) ? { ...value, unit: 'days' } : TODAY
    case 'segment':
      return typeof value === 'string' ? value : undefined
    case 'state':
      return SUBSCRIPTION_STATES.find((state) => state === value) ?? 'SUBSCRIBED'
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

const DEFAULT_OPERATORS: Partial<Record<Field['kind'], string>> = { createdAt: 'within', updatedAt: 'within' }

/** `firstType` is the usual type of the new field's values. */
export function changeField(leaf: LeafDraft, field: string, firstType?: ValueType): LeafDraft {
  const kind = kindOf(field)
  if (!kind) return { field, operator: leaf.operator }
  const fitting = operatorsFor(field)
  const hasSameKind = kindOf(leaf.field) === kind
  const first = DEFAULT_OPERATORS[kind] ?? fitting[0] ?? ''
  const operator = hasSameKind && fitting.includes(leaf.operator) ? leaf.operator : first
  if (kind === 'event' || kind === 'activity') {
    const { within, count, where } = leaf
    const kept = { field, operator, ...(within && { within }) }
    return kind === 'event' && hasSameKind
      ? { ...kept, ...(count && { count }), ...(where && { where }) }
      : kept
  }
  // The value of another field is dropped.
  return withValue({ field, operator }, carryValue(undefined, valueFormOf(kind, operator), firstType))
}

export function changeOperator(leaf: LeafDraft, operator: string, firstType?: ValueType): LeafDraft {
  const kind = kindOf(leaf.field)
  if (!kind) return { ...leaf, operator }
  if (kind === 'event' || kind === 'activity') return { ...leaf, operator }
  const { field, value } = leaf
  return withValue({ field, operator }, carryValue(value, valueFormOf(kind, operator), firstType))
}

type Details = Partial<Pick<LeafDraft, 'within' | 'count' | 'where' | 'link' | EmailOriginField>>

/** Sets details of an event or an email condition; empty ones are removed. */
export function withDetails(condition: LeafDraft, details: Details): LeafDraft {
  const { within, count, where, link, campaignId, templateId, workflowId, ...leaf } = {
    ...condition,
    ...details,
  }
  return {
    ...leaf,
    ...(within && { within }),
    ...(count && { count }),
    ...(where && where.length > 0 && { where }),
    ...(typeof campaignId === 'string' && { campaignId }),
    ...(typeof templateId === 'string' && { templateId }),
    ...(typeof workflowId === 'string' && { workflowId }),
    ...(link && { link }),
  }
}

const withValue = (leaf: LeafDraft, value: unknown): LeafDraft =>
  value === undefined ? leaf : { ...leaf, value }

/** The field of a data key; dots and backslashes in the key are escaped with a backslash. */
export const fieldOfKey = (key: string): string => `data.${key.replaceAll(/[\\.]/g, String.raw`\$&`)}`

/** The unescaped key of a data field; undefined for other fields. */
export function keyOfField(field: string): string | undefined {
  if (!field.startsWith('data.')) return undefined
  const parsed = parseDataField(field)
  return parsed.ok && parsed.field.kind === 'data' ? parsed.field.path.join('.') : field.slice('data.'.length)
}
