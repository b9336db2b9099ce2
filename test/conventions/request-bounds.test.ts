// The description agrees with the server: for the fields whose bounds do not follow from their type alone, values on
// both sides of each bound are judged by a JSON Schema validator and by the server, and the two must agree. Beyond those,
// no query parameter is described more loosely than it is.
import fc from 'fast-check'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, it } from 'vitest'
import { buildContact, uploadCsv } from '../support/factories.ts'
import { call, fieldsOf } from '../support/requests.ts'
import type { CallOptions, Reply } from '../support/requests.ts'
import { useTestApp } from '../support/test-app.ts'
import { atOnce, describeApi } from './api-routes.ts'
import { createMatcher } from './api-validator.ts'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })
const { document, operations } = await describeApi()

type Schema = OpenAPIV3_1.SchemaObject
type Parameter = OpenAPIV3_1.ParameterObject & { schema?: Schema }
const isDescribed = createMatcher(document)

function operation(name: string) {
  const found = operations.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(`there is no operation ${name}`)
  return found
}

const parameterOf = (name: string, parameter: string): Parameter => {
  const found = (operation(name).parameters as Parameter[]).find((one) => one.name === parameter)
  if (!found) throw new Error(`${name} has no parameter ${parameter}`)
  return found
}

const bodyOf = (name: string): Schema => {
  const { content } = operation(name).requestBody as OpenAPIV3_1.RequestBodyObject
  return content['application/json']?.schema as Schema
}

const fieldOf = (name: string, field: string): Schema => {
  const { $ref = '' } = bodyOf(name) as { $ref?: string }
  const schema = document.components?.schemas?.[$ref.split('/').at(-1) ?? '']
  return schema?.properties?.[field] as Schema
}

/** The body as the description shows it, and in the same words what the server refused. */
const isRefused = (reply: Reply, field: string) =>
  reply.statusCode === 422 && Object.keys(fieldsOf(reply)).some((name) => name.split('.')[0] === field)

type Row = {
  what: string
  schema: () => object
  values: unknown[]
  isTaken: (value: unknown) => Promise<boolean>
}

const query = (name: string, parameter: string, values: unknown[]): Row => ({
  what: `${parameter} of ${name}`,
  schema: () => parameterOf(name, parameter).schema as object,
  values,
  isTaken: async (value) => {
    const contact = await buildContact(test)
    const path = operation(name).path.replace('{id}', contact.id)
    return !isRefused(await call(test, ['GET', path], { query: { [parameter]: String(value) } }), parameter)
  },
})

const field = (
  name: string,
  fieldName: string,
  { values, rest = {} }: { values: unknown[]; rest?: object },
): Row => ({
  what: `${fieldName} of ${name}`,
  schema: () => fieldOf(name, fieldName),
  values,
  isTaken: async (value) => {
    const { method, path } = operation(name)
    const options: CallOptions = { body: { ...rest, [fieldName]: value } }
    return !isRefused(await call(test, [method, path], options), fieldName)
  },
})

/**
 * Ways to write a day of this date: some are ISO 8601 with an offset, some are only nearly so. None lacks its seconds: the server
 * takes that as well, but the format date-time of the description does not.
 */
const timesOf = (date: string) => [
  `${date}T09:00:00Z`,
  `${date}T09:00:00.5Z`,
  `${date}T09:00:00.123456789Z`,
  `${date}T09:00:00+14:00`,
  `${date}T09:00:00-00:00`,
  `${date}T09:00:00.${'1'.repeat(60)}Z`,
  `${date}T09:00:00`,
  `${date}t09:00:00z`,
  `${date} 09:00:00Z`,
  `${date}T09:00:00+0100`,
  `${date}T09:00:00+24:00`,
  `${date}T24:00:00Z`,
  `${date}T23:59:60Z`,
  date,
  `${date.slice(0, 8)}32T09:00:00Z`,
  '',
  'now',
  1_900_000_000,
]
const OLD_TIMES = [
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '1970-01-01T00:00:00+14:00',
  '0000-01-01T00:00:00Z',
  '2030-02-29T00:00:00Z',
  '2032-02-29T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00Z',
]
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

const TREE = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }

const EVENT = { field: 'event.order.paid', operator: 'triggered' }

const BULK = [
  { action: 'delete', ids: ['x'] },
  { action: 'delete', filter: {} },
  { action: 'delete', filter: { search: 'a', subscribed: true } },
  { action: 'delete', filter: { serach: 'a' } },
  { action: 'delete', filter: { search: 'x'.repeat(255) } },
  { action: 'delete', filter: TREE },
  { action: 'delete', filter: { ...TREE, search: 'a' } },
  { action: 'delete', filter: { ...TREE, operator: 'XOR' } },
  { action: 'delete', filter: { ...TREE, conditions: [] } },
  { action: 'delete', filter: { ...TREE, conditions: [TREE] } },
  { action: 'delete', filter: { ...TREE, conditions: [{ field: 'data.a', operator: 'like', value: 1 }] } },
  { action: 'delete', ids: ['x'], filter: {} },
  { action: 'delete', ids: [] },
  { action: 'delete', ids: [1] },
  { action: 'delete', ids: Array.from({ length: 10_001 }, () => 'x') },
  { action: 'delete' },
  { action: 'forget', ids: ['x'] },
  { ids: ['x'] },
]

const MAPS = [
  {},
  { a: 'email' },
  { a: 'email', b: null },
  { a: 'email', b: 'subscribed' },
  { a: 'email', b: 'data.plan' },
  { a: 'email', b: `data.${'x'.repeat(200)}` },
  { a: 'email', b: `data.${'x'.repeat(201)}` },
  { a: 'email', b: 'data.__proto__' },
  { a: 'email', b: 'data.' },
  { a: 'email', b: 'data.a\nb' },
  { a: 'email', b: 'Email' },
  { a: 'email', b: '' },
  { a: 'email', b: 1 },
  { a: 'email', b: { to: 'email' } },
  [],
  'email',
  null,
]

const TABLE: Row[] = [
  {
    what: 'Idempotency-Key',
    schema: () =>
      (document.components?.parameters?.['IdempotencyKey'] as Parameter | undefined)?.schema as object,
    values: [
      'a',
      'a b',
      '~!',
      'x'.repeat(255),
      'x'.repeat(256),
      '',
      ' ',
      ' a',
      'a ',
      'a\tb',
      '\u00e4',
      '\u007f',
    ],
    isTaken: async (key) => {
      const headers = { 'idempotency-key': String(key) }
      return (await call(test, ['PATCH', '/project'], { body: {}, headers })).statusCode !== 400
    },
  },
  query('listTemplates', 'page', [1, 2, 9_999_999, 10_000_000, 0, -1, 1.5, 1e20]),
  query('listTemplates', 'pageSize', [1, 100, 101, 0, -1]),
  query(
    'listEvents',
    'from',
    [...timesOf('2030-01-31'), ...OLD_TIMES].filter((one) => typeof one === 'string'),
  ),
  query(
    'listContactEvents',
    'to',
    [...timesOf('2030-01-31'), ...OLD_TIMES].filter((one) => typeof one === 'string'),
  ),
  field('createKey', 'expiresAt', { values: timesOf('2099-01-31'), rest: { name: 'x' } }),
  field('trackEvent', 'occurredAt', {
    values: timesOf(yesterday),
    rest: { email: 'a@example.com', event: 'x' },
  }),
  field('sendEmail', 'scheduledFor', { values: timesOf('2099-01-31'), rest: { to: 'a@example.com' } }),
  field('updateProject', 'locale', {
    values: [
      'en',
      'EN',
      'und',
      'pt-BR',
      'zh-Hant',
      'zh-Hant-TW',
      'es-419',
      'sr-Latn-RS',
      'pt_BR',
      'e',
      'english',
      'en-',
      '',
      ' en',
      'en ',
      'en-USA',
      'en-1',
      '12',
      'x-klingon',
      'i-default',
      'en-GB-oxendict',
      'de-u-co-phonebk',
      'en-u',
      'en-u-c',
      'sl-rozaj-rozaj',
      `en-u-${'co-'.repeat(10)}phonebk`,
      null,
      1,
    ],
  }),
  {
    what: 'the body of bulkContacts',
    schema: () => bodyOf('bulkContacts'),
    values: BULK,
    isTaken: async (body) => (await call(test, ['POST', '/contacts/bulk'], { body })).statusCode !== 422,
  },
  {
    what: 'filter of listContacts',
    schema: () => parameterOf('listContacts', 'filter').content?.['application/json']?.schema as object,
    values: [
      TREE,
      { operator: 'NOT', conditions: [TREE] },
      { operator: 'OR', conditions: [TREE, ...TREE.conditions] },
      { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'exists' }] },
      { operator: 'AND', conditions: [EVENT] },
      {
        operator: 'AND',
        conditions: [{ ...EVENT, within: { amount: 3, unit: 'days' }, count: { atLeast: 2 } }],
      },
      { operator: 'AND', conditions: [{ ...EVENT, where: TREE.conditions }] },
      { operator: 'AND', conditions: [{ ...EVENT, operator: 'equals' }] },
      { operator: 'AND', conditions: [{ ...EVENT, where: [] }] },
      { operator: 'AND', conditions: [{ ...EVENT, within: { amount: 0, unit: 'days' } }] },
      { operator: 'AND', conditions: [{ ...EVENT, field: 'emailActivity.read' }] },
      { operator: 'AND', conditions: [{ ...EVENT, field: 'plan' }] },
      { operator: 'AND' },
      { operator: 'AND', conditions: ['plan'] },
      { operator: 'AND', conditions: Array.from({ length: 101 }, () => TREE.conditions[0]) },
      { operator: 'AND', conditions: [{ ...TREE.conditions[0], also: 1 }] },
      { operator: 'AND', conditions: [{ field: 5, operator: 'exists' }] },
      {},
      [],
      'plan',
      null,
    ],
    isTaken: async (filter) =>
      (await call(test, ['GET', '/contacts'], { query: { filter: JSON.stringify(filter) } })).statusCode !==
      422,
  },
  {
    what: 'map of importContacts',
    schema: () => parameterOf('importContacts', 'map').content?.['application/json']?.schema as object,
    values: MAPS,
    isTaken: async (map) => {
      const file =
        map !== null && typeof map === 'object' && 'a' in map
          ? 'a,b\na@example.com,1\n'
          : 'email\na@example.com\n'
      return (await uploadCsv(test, file, { query: { map: JSON.stringify(map) } })).statusCode === 202
    },
  },
]

describe('the description and the server agree on', () => {
  it.each(TABLE)('$what', async ({ schema, values, isTaken }) => {
    const described = values.filter((value) => isDescribed(schema(), value))
    const taken: unknown[] = []
    for (const value of values) if (await isTaken(value)) taken.push(value)
    expect(taken).toEqual(described)
    // A row in which all values are accepted, or none, would prove nothing.
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.length).toBeLessThan(values.length)
  })
})

const SAMPLES = 10

/** A cursor is a secret of the server, an address has rules of its own, JSON is in the table. */
const OPAQUE = new Set(['cursor', 'email', 'filter', 'map'])

const YEARS = { min: new Date('1960-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }

function valuesOf({ type, format, pattern, enum: words, ...bounds }: Schema): fc.Arbitrary<unknown> {
  if (bounds.anyOf) return fc.oneof(...(bounds.anyOf as Schema[]).map(valuesOf))
  if (words) return fc.constantFrom(...(words as unknown[]))
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: bounds.minimum ?? -1e9, max: bounds.maximum ?? 1e9 })
  if (format === 'date-time') return fc.date(YEARS).map((at) => at.toISOString())
  if (format === 'date') return fc.date(YEARS).map((at) => at.toISOString().slice(0, 10))
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  return fc.string({ minLength: bounds.minLength ?? 0, maxLength: bounds.maxLength ?? 2000 })
}

const described = operations.flatMap(({ method, path, parameters = [], operationId }) =>
  (parameters as Parameter[])
    .filter((one) => one.in === 'query' && !OPAQUE.has(one.name) && !(one.name in atOnce(path)))
    .map(({ name, schema }) => ({
      method,
      path,
      name,
      what: `${name} of ${operationId}`,
      schema: schema as Schema,
    }))
    // An address has more rules than JSON Schema can express.
    .filter(({ schema }) => schema['format'] !== 'email'),
)

describe('whatever fits the description is taken as', () => {
  it.each(described)('$what', async ({ method, path, name, schema }) => {
    const fitting = fc.sample(valuesOf(schema), SAMPLES).filter((value) => isDescribed(schema, value))
    expect(fitting.length).toBeGreaterThan(0)
    const refused: unknown[] = []
    for (const value of fitting) {
      const reply = await call(test, [method, path.replaceAll(/\{\w+\}/g, 'x')], {
        query: { ...atOnce(path), [name]: String(value) },
      })
      if (isRefused(reply, name)) refused.push(value)
    }
    expect(refused).toEqual([])
  })
})
