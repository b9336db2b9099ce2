import { describe, expect, it } from 'vitest'
import { parseFields } from '../../platform/http/validation/validation.ts'
import { AppError } from '../../platform/errors.ts'
import { FilterTree } from './filters.schema.ts'

/** Every problem as the API answers it: path and code. */
function problemsOf(given: unknown): Record<string, string> {
  try {
    parseFields(FilterTree, given)
    return {}
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return Object.fromEntries((error.fields ?? []).map(({ field, code }) => [field, code]))
  }
}

const and = (...conditions: unknown[]) => ({ operator: 'AND', conditions })
const problemsOfLeaf = (leaf: unknown) => problemsOf(and(leaf))

const copies = (count: number, leaf: unknown = PLAN): unknown[] => Array.from({ length: count }, () => leaf)

const PLAN = { field: 'data.plan', operator: 'equals', value: 'pro' }

function nested(levels: number): unknown {
  return levels === 1 ? and(PLAN) : and(nested(levels - 1))
}

describe('a filter tree', () => {
  it.each<[what: string, tree: unknown, problems: Record<string, string>]>([
    ['text', 'plan = pro', { '': 'invalid_type' }],
    ['null', null, { '': 'invalid_type' }],
    ['a list', [PLAN], { '': 'invalid_type' }],
    [
      'a condition alone',
      PLAN,
      { operator: 'invalid_enum_value', conditions: 'required', '': 'unrecognized_keys' },
    ],
    ['an empty object', {}, { operator: 'required', conditions: 'required' }],
    ['an unknown operator', { operator: 'XOR', conditions: [PLAN] }, { operator: 'invalid_enum_value' }],
    ['no conditions', { operator: 'AND', conditions: [] }, { conditions: 'too_small' }],
    ['conditions that are no list', { operator: 'OR', conditions: PLAN }, { conditions: 'invalid_type' }],
    ['an unknown key', { ...and(PLAN), not: true }, { '': 'unrecognized_keys' }],
    ['NOT of two', { operator: 'NOT', conditions: [PLAN, PLAN] }, { conditions: 'too_big' }],
    [
      'six levels',
      nested(6),
      { 'conditions.0.conditions.0.conditions.0.conditions.0.conditions.0': 'too_big' },
    ],
    [
      'a thousand levels',
      nested(1000),
      { 'conditions.0.conditions.0.conditions.0.conditions.0.conditions.0': 'too_big' },
    ],
    ['101 conditions in one list', and(...copies(101)), { conditions: 'too_big' }],
    [
      '101 conditions in two lists',
      and(and(...copies(60)), and(...copies(41))),
      { 'conditions.1.conditions.40': 'too_big' },
    ],
    ['a condition that is text', and('plan'), { 'conditions.0': 'invalid_type' }],
    ['a condition that is null', and(PLAN, null), { 'conditions.1': 'invalid_type' }],
    [
      'two bad conditions',
      and({ ...PLAN, operator: 'like' }, { operator: 'OR', conditions: [{ ...PLAN, field: 'name' }] }),
      { 'conditions.0.operator': 'invalid_enum_value', 'conditions.1.conditions.0.field': 'invalid_string' },
    ],
  ])('refuses %s', (_what, tree, problems) => {
    expect(problemsOf(tree)).toEqual(problems)
  })

  it('accepts five levels and a hundred conditions', () => {
    expect(problemsOf(nested(5))).toEqual({})
    expect(problemsOf(and(...copies(100)))).toEqual({})
  })

  it('is returned as it was sent', () => {
    const tree = and(PLAN, {
      operator: 'NOT',
      conditions: [{ field: 'email', operator: 'exists', value: null }],
    })
    expect(FilterTree.parse(tree)).toEqual(tree)
  })

  it('names at most a hundred problems', () => {
    const tree = and(...copies(100, { field: 'x'.repeat(5000), operator: 5, also: 1 }))
    expect(Object.keys(problemsOf(tree)).length).toBeLessThanOrEqual(100)
  })
})

const field = (name: unknown) => ({ field: name, operator: 'exists' })
const FIELD = 'conditions.0.field'

describe('the field of a condition', () => {
  it.each<[field: unknown, code: string]>([
    [undefined, 'required'],
    [null, 'invalid_type'],
    [5, 'invalid_type'],
    [['data', 'plan'], 'invalid_type'],
    ['', 'invalid_string'],
    ['name', 'invalid_string'],
    ['Email', 'invalid_string'],
    ['id', 'invalid_string'],
    ['projectId', 'invalid_string'],
    ['data', 'invalid_string'],
    ['data.', 'invalid_string'],
    ['data..a', 'invalid_string'],
    ['data.a.', 'invalid_string'],
    ['data.a..b', 'invalid_string'],
    [String.raw`data.a\b`, 'invalid_string'],
    ['data.a\\', 'invalid_string'],
    ['data.a\0b', 'invalid_string'],
    ['data.\ud800', 'invalid_string'],
    [`data.${'x'.repeat(201)}`, 'invalid_string'],
    [`data.${'x.'.repeat(10)}x`, 'invalid_string'],
    [`data.${'x'.repeat(1000)}`, 'too_big'],
  ])('is refused as %j', (name, code) => {
    expect(problemsOfLeaf(field(name))).toEqual({ [FIELD]: code })
  })

  it.each([
    'email',
    'data.plan',
    'data.address.city',
    String.raw`data.a\.b`,
    String.raw`data.back\\slash`,
    `data.it's "quoted"`,
    'data.%_*.+?()[]{}|^$',
    'data.first name',
    'data.ключ',
    'data.👩‍🚀',
    'data.0',
    'data.__proto__',
    `data.'; drop table contacts; --`,
    `data.${'x'.repeat(200)}`,
    `data.${'x.'.repeat(9)}x`,
  ])('may be %s', (name) => {
    expect(problemsOfLeaf(field(name))).toEqual({})
  })
})

const VALUE = 'conditions.0.value'
const OPERATOR = 'conditions.0.operator'
const DAYS = { amount: 30, unit: 'days' }

describe('the operator of a condition', () => {
  it.each<[field: string, operator: unknown, code: string]>([
    ['data.a', undefined, 'required'],
    ['data.a', null, 'invalid_enum_value'],
    ['data.a', 'is', 'invalid_enum_value'],
    ['data.a', 'Equals', 'invalid_enum_value'],
    ['data.a', 'triggered', 'invalid_enum_value'],
    ['subscribed', 'exists', 'invalid_enum_value'],
    ['subscribed', 'contains', 'invalid_enum_value'],
    ['email', 'greaterThan', 'invalid_enum_value'],
    ['email', 'within', 'invalid_enum_value'],
    ['createdAt', 'contains', 'invalid_enum_value'],
    ['updatedAt', 'in', 'invalid_enum_value'],
  ])('of %s is refused as %j', (name, operator, code) => {
    expect(problemsOfLeaf({ field: name, operator, value: 'x' })).toEqual({ [OPERATOR]: code })
  })

  it('is refused with unknown properties beside it', () => {
    expect(problemsOfLeaf({ ...PLAN, valeu: 'x' })).toEqual({ 'conditions.0': 'unrecognized_keys' })
    expect(problemsOfLeaf({ ...PLAN, within: DAYS })).toEqual({ 'conditions.0': 'unrecognized_keys' })
  })
})

describe('the value of a condition', () => {
  it.each<[field: string, operator: string, value: unknown, problems: Record<string, string>]>([
    ['data.a', 'equals', undefined, { [VALUE]: 'required' }],
    ['data.a', 'equals', null, { [VALUE]: 'invalid_type' }],
    ['data.a', 'equals', { b: 1 }, { [VALUE]: 'invalid_type' }],
    ['data.a', 'equals', ['x'], { [VALUE]: 'invalid_type' }],
    ['data.a', 'equals', Infinity, { [VALUE]: 'invalid_type' }],
    ['data.a', 'equals', 'x'.repeat(501), { [VALUE]: 'too_big' }],
    ['data.a', 'equals', 'a\0b', { [VALUE]: 'invalid_string' }],
    ['data.a', 'equals', '\udc00', { [VALUE]: 'invalid_string' }],
    ['data.a', 'contains', '', { [VALUE]: 'too_small' }],
    ['data.a', 'contains', ['x'], { [VALUE]: 'invalid_type' }],
    ['data.a', 'startsWith', 5, { [VALUE]: 'invalid_type' }],
    ['data.a', 'endsWith', '', { [VALUE]: 'too_small' }],
    ['data.a', 'in', 'x', { [VALUE]: 'invalid_type' }],
    ['data.a', 'in', [], { [VALUE]: 'too_small' }],
    ['data.a', 'in', copies(1001, 'x'), { [VALUE]: 'too_big' }],
    [
      'data.a',
      'notIn',
      ['x', null, true],
      { [`${VALUE}.1`]: 'invalid_type', [`${VALUE}.2`]: 'invalid_type' },
    ],
    ['data.a', 'greaterThan', 'old', { [VALUE]: 'invalid_date' }],
    ['data.a', 'greaterThan', '5', { [VALUE]: 'invalid_date' }],
    ['data.a', 'greaterThan', true, { [VALUE]: 'invalid_type' }],
    ['data.a', 'lessThan', '2026-02-29', { [VALUE]: 'invalid_date' }],
    ['data.a', 'lessThan', 'x'.repeat(65), { [VALUE]: 'too_big' }],
    ['data.a', 'between', 5, { [VALUE]: 'invalid_type' }],
    ['data.a', 'between', [5], { [VALUE]: 'too_small' }],
    ['data.a', 'between', [5, 6, 7], { [VALUE]: 'too_big' }],
    ['data.a', 'between', [6, 5], { [VALUE]: 'custom' }],
    ['data.a', 'between', [5, '2026-01-01'], { [VALUE]: 'custom' }],
    ['data.a', 'between', ['2026-01-02', '2026-01-01'], { [VALUE]: 'custom' }],
    ['data.a', 'between', [null, 5], { [`${VALUE}.0`]: 'invalid_type' }],
    ['data.a', 'within', 30, { [VALUE]: 'invalid_type' }],
    ['data.a', 'within', '30 days', { [VALUE]: 'invalid_type' }],
    ['data.a', 'within', {}, { [`${VALUE}.amount`]: 'required', [`${VALUE}.unit`]: 'required' }],
    ['data.a', 'within', { amount: 0, unit: 'days' }, { [`${VALUE}.amount`]: 'too_small' }],
    ['data.a', 'within', { amount: 1.5, unit: 'days' }, { [`${VALUE}.amount`]: 'invalid_type' }],
    ['data.a', 'within', { amount: 36_501, unit: 'days' }, { [`${VALUE}.amount`]: 'too_big' }],
    ['data.a', 'olderThan', { amount: 1e15, unit: 'minutes' }, { [`${VALUE}.amount`]: 'too_big' }],
    ['data.a', 'anniversaryIn', { amount: -1, unit: 'days' }, { [`${VALUE}.amount`]: 'too_small' }],
    ['data.a', 'anniversaryAgo', { amount: 367, unit: 'days' }, { [`${VALUE}.amount`]: 'too_big' }],
    [
      'data.a',
      'anniversaryWithinNext',
      { amount: 1, unit: 'hours' },
      { [`${VALUE}.unit`]: 'invalid_enum_value' },
    ],
    ['data.a', 'withinNext', { amount: 1, unit: 'weeks' }, { [`${VALUE}.unit`]: 'invalid_enum_value' }],
    ['data.a', 'withinNext', { ...DAYS, from: 'now' }, { [VALUE]: 'unrecognized_keys' }],
    ['data.a', 'exists', true, { [VALUE]: 'invalid_type' }],
    ['email', 'equals', 5, { [VALUE]: 'invalid_type' }],
    ['email', 'in', [5], { [`${VALUE}.0`]: 'invalid_type' }],
    ['email', 'contains', true, { [VALUE]: 'invalid_type' }],
    ['subscribed', 'equals', 'true', { [VALUE]: 'invalid_type' }],
    ['subscribed', 'equals', undefined, { [VALUE]: 'required' }],
    ['createdAt', 'greaterThan', 1_700_000_000, { [VALUE]: 'invalid_type' }],
    ['createdAt', 'equals', 'yesterday', { [VALUE]: 'invalid_date' }],
    ['createdAt', 'between', [1, 2], { [`${VALUE}.0`]: 'invalid_type', [`${VALUE}.1`]: 'invalid_type' }],
  ])('%s %s: %j is refused', (...[name, operator, value, problems]) => {
    expect(problemsOfLeaf({ field: name, operator, ...(value !== undefined && { value }) })).toEqual(problems)
  })

  it.each<[field: string, operator: string, value?: unknown]>([
    ['data.a', 'equals', ''],
    ['data.a', 'equals', 'x'.repeat(500)],
    ['data.a', 'notEquals', -1.5],
    ['data.a', 'equals', false],
    ['data.a', 'contains', 5],
    ['data.a', 'notContains', '%_'],
    ['data.a', 'in', copies(1000, 'x')],
    ['data.a', 'notIn', ['x', 5]],
    ['data.a', 'greaterThanOrEqual', 1e300],
    ['data.a', 'lessThanOrEqual', '2026-01-31T09:00:00.123+01:00'],
    ['data.a', 'between', [5, 5]],
    ['data.a', 'between', ['2026-01-01', '2026-01-01T00:00:00Z']],
    ['data.a', 'olderThan', { amount: 36_500, unit: 'days' }],
    ['data.a', 'anniversaryIn', { amount: 0, unit: 'days' }],
    ['createdAt', 'anniversaryWithinNext', { amount: 366, unit: 'days' }],
    ['data.a', 'exists'],
    ['data.a', 'notExists', null],
    ['email', 'endsWith', '@example.com'],
    ['email', 'exists'],
    ['subscribed', 'notEquals', true],
    ['createdAt', 'within', DAYS],
    ['updatedAt', 'between', ['2026-01-01', '2026-12-31']],
  ])('%s %s: %j is accepted', (name, operator, value) => {
    expect(problemsOfLeaf({ field: name, operator, ...(value !== undefined && { value }) })).toEqual({})
  })
})

const EVENT = { field: 'event.order.paid', operator: 'triggered' }
const AMOUNT = { field: 'data.amount', operator: 'greaterThan', value: 50 }

describe('a condition on events', () => {
  it.each<[leaf: unknown, problems: Record<string, string>]>([
    [{ ...EVENT, field: 'event.' }, { [FIELD]: 'invalid_string' }],
    [{ ...EVENT, field: `event.${'x'.repeat(256)}` }, { [FIELD]: 'invalid_string' }],
    [{ ...EVENT, field: 'event.a\0' }, { [FIELD]: 'invalid_string' }],
    [{ ...EVENT, field: 'emailActivity.read' }, { [FIELD]: 'invalid_string' }],
    [{ ...EVENT, field: 'emailActivity.' }, { [FIELD]: 'invalid_string' }],
    [{ ...EVENT, field: 'segments' }, { [FIELD]: 'invalid_string' }],
    [{ ...EVENT, operator: 'equals' }, { [OPERATOR]: 'invalid_enum_value' }],
    [{ ...EVENT, value: true }, { 'conditions.0': 'unrecognized_keys' }],
    [{ ...EVENT, within: '30 days' }, { 'conditions.0.within': 'invalid_type' }],
    [{ ...EVENT, within: { amount: 0, unit: 'days' } }, { 'conditions.0.within.amount': 'too_small' }],
    [{ ...EVENT, count: 3 }, { 'conditions.0.count': 'invalid_type' }],
    [{ ...EVENT, count: {} }, { 'conditions.0.count': 'custom' }],
    [{ ...EVENT, count: { atLeast: -1 } }, { 'conditions.0.count.atLeast': 'too_small' }],
    [{ ...EVENT, count: { atLeast: 1.5 } }, { 'conditions.0.count.atLeast': 'invalid_type' }],
    [{ ...EVENT, count: { atMost: 0 } }, { 'conditions.0.count': 'custom' }],
    [{ ...EVENT, count: { atLeast: 3, atMost: 2 } }, { 'conditions.0.count': 'custom' }],
    [{ ...EVENT, where: [] }, { 'conditions.0.where': 'too_small' }],
    [{ ...EVENT, where: AMOUNT }, { 'conditions.0.where': 'invalid_type' }],
    [{ ...EVENT, where: ['x'] }, { 'conditions.0.where.0': 'invalid_type' }],
    [{ ...EVENT, where: copies(11, AMOUNT) }, { 'conditions.0.where': 'too_big' }],
    [
      { ...EVENT, where: [{ ...AMOUNT, field: 'email' }] },
      { 'conditions.0.where.0.field': 'invalid_string' },
    ],
    [
      { ...EVENT, where: [AMOUNT, { ...AMOUNT, operator: 'x' }] },
      { 'conditions.0.where.1.operator': 'invalid_enum_value' },
    ],
    [{ ...EVENT, where: [{ ...AMOUNT, value: 'old' }] }, { 'conditions.0.where.0.value': 'invalid_date' }],
    [{ ...EVENT, campaignId: 'x' }, { 'conditions.0': 'unrecognized_keys' }],
    [{ ...EVENT, link: { equals: 'x' } }, { 'conditions.0': 'unrecognized_keys' }],
    [
      { ...EVENT, field: 'emailActivity.opened', link: { equals: 'https://a.test' } },
      { 'conditions.0.link': 'custom' },
    ],
    [
      { ...EVENT, field: 'emailActivity.clicked', link: 'https://a.test' },
      { 'conditions.0.link': 'invalid_type' },
    ],
    [{ ...EVENT, field: 'emailActivity.clicked', link: {} }, { 'conditions.0.link': 'custom' }],
    [
      { ...EVENT, field: 'emailActivity.clicked', link: { equals: 'a', contains: 'b' } },
      { 'conditions.0.link': 'custom' },
    ],
    [
      { ...EVENT, field: 'emailActivity.clicked', link: { contains: 'x'.repeat(2001) } },
      { 'conditions.0.link.contains': 'too_big' },
    ],
    [
      { ...EVENT, field: 'emailActivity.opened', count: { atLeast: 3, atMost: 2 } },
      { 'conditions.0.count': 'custom' },
    ],
    [
      { ...EVENT, field: 'emailActivity.opened', campaignId: 'x'.repeat(37) },
      { 'conditions.0.campaignId': 'too_big' },
    ],
    [
      { ...EVENT, field: 'emailActivity.opened', campaignId: 7 },
      { 'conditions.0.campaignId': 'invalid_type' },
    ],
  ])('is refused: case %#', (leaf, problems) => {
    expect(problemsOfLeaf(leaf)).toEqual(problems)
  })

  it('accepts all of its properties', () => {
    const whole = { ...EVENT, within: DAYS, count: { atLeast: 0, atMost: 3 }, where: [AMOUNT] }
    expect(problemsOfLeaf(whole)).toEqual({})
    expect(problemsOfLeaf({ ...EVENT, within: null, count: null, where: null })).toEqual({})
    expect(
      problemsOfLeaf({
        field: 'emailActivity.clicked',
        operator: 'notTriggered',
        within: DAYS,
        count: { atLeast: 2 },
        link: { contains: '/sale' },
      }),
    ).toEqual({})
  })

  it('counts its own conditions among those of the tree', () => {
    const ten = { ...EVENT, where: copies(10, AMOUNT) }
    expect(problemsOf(and(...copies(9, ten), PLAN))).toEqual({})
    expect(problemsOf(and(...copies(9, ten), PLAN, PLAN))).toEqual({ 'conditions.10': 'too_big' })
  })
})
