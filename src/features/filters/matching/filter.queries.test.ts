// The meaning of each operator, evaluated by PostgreSQL and by the evaluator. The property tests cover unexpected combinations.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { FILTER_SOURCES } from '../../../filter-sources.ts'
import { evaluateFilter } from './evaluate-filter.ts'
import { parseExactly } from '../../../platform/conditions/exact-numbers.ts'
import type { ContactLeaf } from '../language/filter-leaves.schema.ts'
import { matchesFilter } from './filter.queries.ts'
import { FilterTree } from '../filters.schema.ts'

const test = useTestApp()
const NOW = new Date('2026-06-15T12:00:00Z')

type Operator = ContactLeaf['operator']
type Row = [data: string, field: string, operator: Operator, value: unknown, isMatch: boolean]

const YES = true
const NO = false
const DAYS = { amount: 30, unit: 'days' }
const TODAY = { amount: 0, unit: 'days' }

const ROWS: Row[] = [
  // Typed: text, numbers and booleans are never equal to each other.
  ['{"a":"1"}', 'data.a', 'equals', '1', YES],
  ['{"a":"1"}', 'data.a', 'equals', 1, NO],
  ['{"a":1}', 'data.a', 'equals', '1', NO],
  ['{"a":1.0}', 'data.a', 'equals', 1, YES],
  ['{"a":true}', 'data.a', 'equals', true, YES],
  ['{"a":"true"}', 'data.a', 'equals', true, NO],
  ['{"a":"Pro"}', 'data.a', 'equals', 'pro', NO],
  ['{"a":["pro"]}', 'data.a', 'equals', 'pro', NO],
  ['{"a":{"b":"pro"}}', 'data.a', 'equals', 'pro', NO],
  ['{"a":null}', 'data.a', 'equals', '', NO],
  // A missing field or another value is not equal.
  ['{}', 'data.a', 'notEquals', 'pro', YES],
  ['{"a":null}', 'data.a', 'notEquals', 'pro', YES],
  ['{"a":5}', 'data.a', 'notEquals', 'pro', YES],
  ['{"a":"pro"}', 'data.a', 'notEquals', 'pro', NO],
  ['{}', 'data.a', 'notContains', 'pro', YES],
  ['{}', 'data.a', 'notIn', ['pro'], YES],
  ['{"a":"pro"}', 'data.a', 'notIn', ['x', 'pro'], NO],
  ['{"a":"pro"}', 'data.a', 'in', ['x', 'pro'], YES],
  ['{"a":5}', 'data.a', 'in', ['5'], NO],
  ['{"a":5}', 'data.a', 'in', ['5', ...Array<string>(20).fill('x'), 5], YES],
  // null counts as missing; an empty text or list does not.
  ['{"a":null}', 'data.a', 'exists', undefined, NO],
  ['{"a":null}', 'data.a', 'notExists', undefined, YES],
  ['{}', 'data.a', 'notExists', undefined, YES],
  ['{"a":""}', 'data.a', 'exists', undefined, YES],
  ['{"a":[]}', 'data.a', 'exists', undefined, YES],
  // Parts of texts, in any case; signs of LIKE and of regular expressions mean themselves.
  ['{"a":"Big Pro Plan"}', 'data.a', 'contains', 'pRO', YES],
  ['{"a":"MÜLLER"}', 'data.a', 'contains', 'üll', YES],
  ['{"a":"müller"}', 'data.a', 'startsWith', 'MÜ', YES],
  ['{"a":"Straße"}', 'data.a', 'endsWith', 'ße', YES],
  // Letters with a form that is neither their lower case nor its upper case.
  ['{"a":"ΟΔΥΣΣΕΥΣ"}', 'data.a', 'contains', 'οδυσσευς', YES],
  ['{"a":"οδυσσευς"}', 'data.a', 'contains', 'ΔΥΣΣΕΥΣ', YES],
  ['{"a":"οδυσσευς"}', 'data.a', 'endsWith', 'ευσ', YES],
  ['{"a":"ΣΟΦΙΑ"}', 'data.a', 'startsWith', 'ς', YES],
  ['{"a":["ΟΔΟΣ"]}', 'data.a', 'contains', 'οδος', YES],
  ['{"a":"STRAẞE"}', 'data.a', 'contains', 'straße', YES],
  ['{"a":"5 µm"}', 'data.a', 'endsWith', 'μM', YES],
  ['{"a":"100 percent"}', 'data.a', 'contains', '%', NO],
  ['{"a":"100%"}', 'data.a', 'endsWith', '%', YES],
  ['{"a":"axb"}', 'data.a', 'contains', 'a_b', NO],
  [String.raw`{"a":"a\\b"}`, 'data.a', 'contains', '\\', YES],
  ['{"a":"pro"}', 'data.a', 'contains', 'p.o', NO],
  ['{"a":12345}', 'data.a', 'contains', '234', NO],
  ['{"a":12345}', 'data.a', 'startsWith', '1', NO],
  // Lists match by whole elements.
  ['{"a":["News","vip"]}', 'data.a', 'contains', 'VIP', YES],
  ['{"a":["vip-gold"]}', 'data.a', 'contains', 'vip', NO],
  ['{"a":["vip"]}', 'data.a', 'notContains', 'vip', NO],
  ['{"a":[1,2]}', 'data.a', 'contains', 2, YES],
  ['{"a":["2"]}', 'data.a', 'contains', 2, NO],
  ['{"a":[[2]]}', 'data.a', 'contains', 2, NO],
  ['{"a":2}', 'data.a', 'contains', 2, NO],
  // Numbers; other values are not compared.
  ['{"a":5}', 'data.a', 'greaterThan', 4.5, YES],
  ['{"a":5}', 'data.a', 'greaterThan', 5, NO],
  ['{"a":5}', 'data.a', 'greaterThanOrEqual', 5, YES],
  ['{"a":"5"}', 'data.a', 'greaterThan', 1, NO],
  ['{"a":"old"}', 'data.a', 'lessThan', 100, NO],
  ['{"a":5}', 'data.a', 'between', [5, 6], YES],
  ['{"a":6.01}', 'data.a', 'between', [5, 6], NO],
  // More digits than JavaScript has.
  ['{"a":9007199254740993}', 'data.a', 'equals', 9007199254740992, NO],
  ['{"a":9007199254740993}', 'data.a', 'greaterThan', 9007199254740992, YES],
  ['{"a":0.30000000000000004}', 'data.a', 'equals', 0.1 + 0.2, YES],
  ['{"a":0.3}', 'data.a', 'equals', 0.1 + 0.2, NO],
  ['{"a":1e400}', 'data.a', 'greaterThan', 1.7976931348623157e308, YES],
  ['{"a":-1e400}', 'data.a', 'lessThan', -1e308, YES],
  ['{"a":1e-400}', 'data.a', 'equals', 0, NO],
  // Dates are texts in ISO 8601; without an offset they are in UTC.
  ['{"a":"2026-06-15T14:30:00+02:00"}', 'data.a', 'greaterThan', '2026-06-15T12:00:00Z', YES],
  // Their local day differs from that in UTC.
  ['{"a":"2026-06-16T02:00:00+14:00"}', 'data.a', 'lessThanOrEqual', '2026-06-15T12:00:00Z', YES],
  ['{"a":"2026-06-14T22:00:00-14:00"}', 'data.a', 'greaterThanOrEqual', '2026-06-15T12:00:00Z', YES],
  ['{"a":"2026-06-14T21:59:00-14:00"}', 'data.a', 'greaterThanOrEqual', '2026-06-15T12:00:00Z', NO],
  ['{"a":"2026-06-15"}', 'data.a', 'lessThan', '2026-06-15T00:00:00.001Z', YES],
  ['{"a":"2026-06-15 00:00"}', 'data.a', 'between', ['2026-06-15', '2026-06-15'], YES],
  ['{"a":"2026-06-31"}', 'data.a', 'lessThan', '2027-01-01', NO],
  ['{"a":"soon"}', 'data.a', 'lessThan', '2027-01-01', NO],
  ['{"a":20260615}', 'data.a', 'lessThan', '2027-01-01', NO],
  // The three windows meet without a gap.
  ['{"a":"2026-05-16T12:00:00Z"}', 'data.a', 'within', DAYS, YES],
  ['{"a":"2026-05-16T11:59:59.999Z"}', 'data.a', 'within', DAYS, NO],
  ['{"a":"2026-05-16T11:59:59.999Z"}', 'data.a', 'olderThan', DAYS, YES],
  ['{"a":"2026-05-16T12:00:00Z"}', 'data.a', 'olderThan', DAYS, NO],
  ['{"a":"2026-06-15T12:00:00Z"}', 'data.a', 'within', DAYS, YES],
  ['{"a":"2026-06-15T12:00:00Z"}', 'data.a', 'withinNext', DAYS, NO],
  ['{"a":"2026-06-15T12:00:00.001Z"}', 'data.a', 'withinNext', DAYS, YES],
  ['{"a":"2026-07-15T12:00:00Z"}', 'data.a', 'withinNext', DAYS, YES],
  ['{"a":"2026-07-15T12:00:00.001Z"}', 'data.a', 'withinNext', DAYS, NO],
  ['{}', 'data.a', 'olderThan', DAYS, NO],
  ['{"a":"1990-06-15"}', 'data.a', 'anniversaryIn', TODAY, YES],
  ['{"a":"1990-06-15T23:59:59Z"}', 'data.a', 'anniversaryIn', TODAY, YES],
  ['{"a":"1990-06-16T01:00:00+02:00"}', 'data.a', 'anniversaryIn', TODAY, YES],
  ['{"a":"1990-06-16"}', 'data.a', 'anniversaryIn', TODAY, NO],
  ['{"a":"2000-06-12"}', 'data.a', 'anniversaryAgo', { amount: 3, unit: 'days' }, YES],
  ['{"a":"2000-06-13"}', 'data.a', 'anniversaryAgo', { amount: 3, unit: 'days' }, NO],
  ['{"a":"2000-06-15"}', 'data.a', 'anniversaryWithinNext', DAYS, YES],
  ['{"a":"2000-07-15"}', 'data.a', 'anniversaryWithinNext', DAYS, YES],
  ['{"a":"2000-07-16"}', 'data.a', 'anniversaryWithinNext', DAYS, NO],
  ['{"a":"2000-01-03"}', 'data.a', 'anniversaryWithinNext', { amount: 202, unit: 'days' }, YES],
  ['{"a":"2000-01-04"}', 'data.a', 'anniversaryWithinNext', { amount: 202, unit: 'days' }, NO],
  ['{"a":"2000-02-29"}', 'data.a', 'anniversaryIn', { amount: 258, unit: 'days' }, YES],
  ['{"a":"2000-02-29"}', 'data.a', 'anniversaryIn', { amount: 259, unit: 'days' }, NO],
  ['{"a":"soon"}', 'data.a', 'anniversaryWithinNext', { amount: 366, unit: 'days' }, NO],
  ['{"a":20000615}', 'data.a', 'anniversaryIn', TODAY, NO],
  ['{}', 'data.a', 'anniversaryIn', TODAY, NO],
  // Paths: through objects, not through lists; every key can be named.
  ['{"a":{"b":{"c":1}}}', 'data.a.b.c', 'equals', 1, YES],
  ['{"a":[{"b":1}]}', 'data.a.b', 'equals', 1, NO],
  ['{"a":[7]}', 'data.a.0', 'exists', undefined, NO],
  ['{"a":{"0":7}}', 'data.a.0', 'equals', 7, YES],
  ['{"a.b":1}', 'data.a.b', 'exists', undefined, NO],
  ['{"a.b":1}', String.raw`data.a\.b`, 'equals', 1, YES],
  [String.raw`{"a\\b":1}`, String.raw`data.a\\b`, 'greaterThan', 0, YES],
  [`{"it's":1}`, `data.it's`, 'greaterThan', 0, YES],
  [String.raw`{"\"q\"":"x"}`, 'data."q"', 'equals', 'x', YES],
  ['{"%":"x","a":"y"}', 'data.%', 'startsWith', 'x', YES],
  ['{"__proto__":"x"}', 'data.__proto__', 'equals', 'x', YES],
  ['{}', 'data.__proto__', 'exists', undefined, NO],
  ['{}', 'data.constructor', 'exists', undefined, NO],
]

type ContactInput = { data?: string; email?: string; subscribed?: boolean; createdAt?: Date }

/** The result of the SQL, after checking that the evaluator agrees. */
async function isMatch(input: ContactInput, tree: unknown): Promise<boolean> {
  const { projectId } = test.project
  const contact = await buildContact(test, {
    email: input.email ?? newAddress(),
    subscribed: input.subscribed ?? true,
  })
  const checked = FilterTree.parse(tree)
  const { rows } = await sql<{ isMatch: boolean; data: string; createdAt: Date }>`
    with changed as (
      update contacts set data = ${input.data ?? '{}'}::jsonb, created_at = ${input.createdAt ?? NOW}
      where project_id = ${projectId} and id = ${contact.id} returning *
    )
    select exists (
      select from changed as contacts where ${matchesFilter(checked, { projectId: test.project.projectId, now: NOW, sources: FILTER_SOURCES })}
    ) as "isMatch", data::text as data, created_at as "createdAt" from changed`.execute(test.deps.database.db)
  const [row] = rows
  if (!row) throw new Error('the contact is not there')
  const { topics: choices, pausedUntil: _, ...record } = contact
  const topics = { choices, implied: [] }
  const facts = { ...record, topics, createdAt: row.createdAt, updatedAt: NOW, data: parseExactly(row.data) }
  expect(evaluateFilter(checked, { contact: facts, now: NOW })).toBe(row.isMatch)
  return row.isMatch
}

const leaf = (field: string, operator: Operator, value?: unknown) => ({
  operator: 'AND',
  conditions: [{ field, operator, ...(value !== undefined && { value }) }],
})

describe('a condition on data', () => {
  it.each(ROWS)('%s: %s %s %j is %s', async (...[data, field, operator, value, expected]) => {
    expect(await isMatch({ data }, leaf(field, operator, value))).toBe(expected)
  })
})

describe('a condition on the contact', () => {
  it.each<[ContactInput, field: string, operator: Operator, value: unknown, expected: boolean]>([
    [{ email: 'ann.lee@example.com' }, 'email', 'equals', 'Ann.Lee@Example.com', YES],
    [{ email: 'ann@xn--mller-kva.de' }, 'email', 'equals', 'ann@Müller.de', YES],
    [{ email: 'x_y@example.com' }, 'email', 'contains', 'X_Y', YES],
    [{ email: 'xzy@example.com' }, 'email', 'contains', 'x_y', NO],
    [{ email: 'bob@example.com' }, 'email', 'endsWith', '@EXAMPLE.com', YES],
    [{ email: 'bob2@example.com' }, 'email', 'startsWith', 'example', NO],
    [{ email: 'bob3@example.com' }, 'email', 'in', ['x@y.z', 'BOB3@example.com'], YES],
    [{ email: 'bob4@example.com' }, 'email', 'notIn', ['bob4@example.com'], NO],
    [{}, 'email', 'exists', undefined, YES],
    [{ subscribed: false }, 'subscribed', 'equals', false, YES],
    [{ subscribed: false }, 'subscribed', 'notEquals', false, NO],
    [{ createdAt: new Date('2026-06-01T00:00:00Z') }, 'createdAt', 'within', DAYS, YES],
    [{ createdAt: new Date('2026-05-01T00:00:00Z') }, 'createdAt', 'within', DAYS, NO],
    [{ createdAt: new Date('2026-05-01T00:00:00Z') }, 'createdAt', 'equals', '2026-05-01', YES],
    [{ createdAt: new Date('2026-05-01T00:00:00Z') }, 'createdAt', 'notEquals', '2026-05-01', NO],
    [{ createdAt: new Date('2026-05-01T00:00:00Z') }, 'createdAt', 'notExists', undefined, NO],
  ])('case %#', async (...[input, field, operator, value, expected]) => {
    expect(await isMatch(input, leaf(field, operator, value))).toBe(expected)
  })
})

describe('AND, OR and NOT', () => {
  const PRO = { field: 'data.plan', operator: 'equals', value: 'pro' }
  const OLD = { field: 'data.age', operator: 'greaterThan', value: 60 }

  it.each<[data: string, tree: unknown, expected: boolean]>([
    ['{"plan":"pro","age":70}', { operator: 'AND', conditions: [PRO, OLD] }, YES],
    ['{"plan":"pro"}', { operator: 'AND', conditions: [PRO, OLD] }, NO],
    ['{"plan":"pro"}', { operator: 'OR', conditions: [OLD, PRO] }, YES],
    ['{}', { operator: 'NOT', conditions: [OLD] }, YES],
    ['{"age":"old"}', { operator: 'NOT', conditions: [OLD] }, YES],
    ['{"age":70}', { operator: 'NOT', conditions: [OLD] }, NO],
    ['{}', { operator: 'NOT', conditions: [{ operator: 'OR', conditions: [PRO, OLD] }] }, YES],
    ['{}', { operator: 'NOT', conditions: [{ operator: 'NOT', conditions: [OLD] }] }, NO],
  ])('%s: case %#', async (data, tree, expected) => {
    expect(await isMatch({ data }, tree)).toBe(expected)
  })
})

describe('the SQL of a filter', () => {
  const compiled = (tree: unknown) =>
    matchesFilter(FilterTree.parse(tree), {
      projectId: test.project.projectId,
      now: NOW,
      sources: FILTER_SOURCES,
    }).compile(test.deps.database.db)

  it('finds equal values by containment, which a GIN index serves', () => {
    const { sql: text, parameters } = compiled(leaf('data.address.city', 'equals', 'Kyiv'))
    expect(text).toBe('((contacts.data @> $1::jsonb))')
    expect(parameters).toEqual(['{"address":{"city":"Kyiv"}}'])
    expect(compiled(leaf('data.plan', 'in', ['pro', 'max'])).sql).toBe(
      '((contacts.data @> $1::jsonb or contacts.data @> $2::jsonb))',
    )
    expect(compiled(leaf('data.tags', 'contains', 5)).parameters).toEqual(['{"tags":[5]}'])
  })

  it('contains no text of the caller', () => {
    const hostile = `'; drop table contacts; -- %s $1`
    for (const { sql: text } of [
      compiled(leaf(`data.${hostile}`, 'equals', hostile)),
      compiled(leaf(`data.${hostile}`, 'contains', hostile)),
      compiled(leaf(`data.${hostile}`, 'in', Array(20).fill(hostile))),
      compiled(leaf('email', 'startsWith', hostile)),
    ]) {
      expect(text).not.toContain('drop')
    }
  })

  it('stays in its project when it is combined with the other conditions of a statement', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    await buildContact(test, { data: { plan: 'pro' } })
    const anybody = FilterTree.parse({
      operator: 'OR',
      conditions: [
        { field: 'data.plan', operator: 'equals', value: 'pro' },
        { field: 'data.plan', operator: 'notEquals', value: 'pro' },
      ],
    })
    const { rows } = await sql`
      select id from contacts
      where project_id = ${app.project.projectId} and ${matchesFilter(anybody, { projectId: test.project.projectId, now: NOW, sources: FILTER_SOURCES })}`.execute(
      test.deps.database.db,
    )
    expect(rows).toHaveLength(1)
  })
})
