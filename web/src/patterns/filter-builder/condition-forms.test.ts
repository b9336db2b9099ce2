import { describe, expect, it } from 'vitest'
import {
  changeField,
  changeOperator,
  convertValue,
  fieldOfKey,
  keyOfField,
  kindOf,
  operatorsFor,
  typeOfValue,
  valueFormOf,
  withDetails,
} from './condition-forms.ts'
import type { ValueForm, ValueType } from './condition-forms.ts'
import { checkFilter, NEW_CONDITION } from './filter-draft.ts'
import type { LeafDraft } from './filter-draft.ts'

const FIELDS = [
  'email',
  'subscribed',
  'subscriptionState',
  'pausedUntil',
  'createdAt',
  'updatedAt',
  'data.plan',
  'event.paid',
  'emailActivity.opened',
  'segment',
]

const SAMPLES: Record<ValueType, unknown> = {
  text: 'pro',
  number: 3,
  boolean: true,
  day: '2030-01-31',
  moment: '2030-01-31T09:00:00.000Z',
}

function valuesFor({ shape, types }: ValueForm): unknown[] {
  if (shape === 'none') return [undefined]
  if (shape === 'duration') return [{ amount: 3, unit: 'days' }]
  if (shape === 'days') return [0, 366].map((amount) => ({ amount, unit: 'days' }))
  if (shape === 'state') return ['SUBSCRIBED', 'PENDING', 'LEFT', 'NEVER_ASKED']
  if (shape === 'segment') return ['00000000-0000-4000-8000-000000000000']
  const ones = types.map((type) => SAMPLES[type])
  if (shape === 'one') return ones
  return ones.map((one) => (shape === 'list' ? [one] : [one, one]))
}

const isAccepted = (leaf: LeafDraft) => checkFilter({ operator: 'AND', conditions: [leaf] }).isReady

describe('the forms of conditions', () => {
  const pairs = FIELDS.flatMap((field) => operatorsFor(field).map((operator) => [field, operator] as const))

  it.each(pairs)('%s %s: the API accepts every value that can be entered', (field, operator) => {
    const form = valueFormOf(kindOf(field) ?? 'data', operator)
    const values = valuesFor(form)
    expect(values.length).toBeGreaterThan(0)
    for (const value of values) {
      expect(isAccepted({ field, operator, ...(value !== undefined && { value }) })).toBe(true)
      if (form.types.length === 0) continue
      const type = form.types.find((one) => [value].flat()[0] === SAMPLES[one])
      expect(typeOfValue(value, form.types)).toBe(type)
    }
  })

  it.each(FIELDS)('%s: a new condition needs nothing but its value', (field) => {
    const leaf = changeField(NEW_CONDITION, field)
    expect(operatorsFor(field)).toContain(leaf.operator)
    const { problems } = checkFilter({ operator: 'AND', conditions: [leaf] })
    expect(problems.every(({ isMissing }) => isMissing)).toBe(true)
  })
})

describe('changing a condition', () => {
  it('keeps the value where it fits the new operator', () => {
    const plan = { field: 'data.plan', operator: 'equals', value: 'pro' }
    expect(changeOperator(plan, 'notEquals').value).toBe('pro')
    expect(changeOperator(plan, 'in').value).toEqual(['pro'])
    expect(changeOperator({ ...plan, operator: 'in', value: ['a', 'b'] }, 'equals').value).toBe('a')
    expect(changeOperator(plan, 'exists')).toEqual({ field: 'data.plan', operator: 'exists' })
    expect(changeOperator(plan, 'within').value).toEqual({ amount: 30, unit: 'days' })
  })

  it('drops details of another kind of field', () => {
    const event = { field: 'event.paid', operator: 'triggered', count: { atLeast: 2 }, where: [] }
    expect(changeField(event, 'email')).toEqual({ field: 'email', operator: 'equals' })
    expect(changeField(event, 'emailActivity.opened')).toEqual({
      field: 'emailActivity.opened',
      operator: 'triggered',
    })
    expect(changeField(event, 'event.refunded')).toMatchObject({ count: { atLeast: 2 } })
  })

  it('starts with the usual type of the field', () => {
    expect(changeField(NEW_CONDITION, 'data.isVip', 'boolean')).toMatchObject({ value: true })
  })

  it('converts values to another type as far as possible', () => {
    const { shape, types } = valueFormOf('data', 'in')
    expect(convertValue(['1', 'x', '2.5'], { shape, types }, 'number')).toEqual([1, 2.5])
    expect(convertValue('x', valueFormOf('data', 'equals'), 'number')).toBeUndefined()
    expect(convertValue(['2030-01-31T09:00:00Z', undefined], valueFormOf('data', 'between'), 'day')).toEqual([
      '2030-01-31',
      undefined,
    ])
  })
})

describe('the details of an event or an email', () => {
  const event = { field: 'event.paid', operator: 'triggered' }
  const within = { amount: 30, unit: 'days' } as const

  it('are set one by one', () => {
    const often = withDetails(withDetails(event, { within }), { count: { atLeast: 2 } })
    expect(often).toEqual({ ...event, within, count: { atLeast: 2 } })
    expect(isAccepted(often)).toBe(true)
  })

  it('can be removed', () => {
    const where = [{ field: 'data.total', operator: 'greaterThan', value: 10 }]
    const full = { ...event, within, count: { atLeast: 2 }, where }
    expect(withDetails(full, { within: null, count: null, where: [] })).toEqual(event)
    const opened = { field: 'emailActivity.opened', operator: 'triggered', campaignId: 'c1' }
    expect(withDetails(opened, { campaignId: null })).not.toHaveProperty('campaignId')
  })

  it('can be about a template and a workflow, too', () => {
    const origins = { templateId: 't1', workflowId: 'w1' }
    const sent = withDetails({ field: 'emailActivity.sent', operator: 'triggered' }, origins)
    expect(sent).toMatchObject(origins)
    expect(withDetails(sent, { templateId: null })).not.toHaveProperty('templateId')
  })

  it('keep a campaign that is not chosen yet, which counts as missing', () => {
    const opened = withDetails({ field: 'emailActivity.opened', operator: 'triggered' }, { campaignId: '' })
    expect(opened.campaignId).toBe('')
    expect(isAccepted(opened)).toBe(false)
  })
})

describe('keys of data', () => {
  it.each(['plan', 'first.name', String.raw`a\b`])('%s is escaped and unescaped', (key) => {
    expect(kindOf(fieldOfKey(key))).toBe('data')
    expect(keyOfField(fieldOfKey(key))).toBe(key)
  })

  it('shows a path as it was typed', () => {
    expect(keyOfField('data.address.city')).toBe('address.city')
  })
})
