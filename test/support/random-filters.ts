// Random contacts with values of every JSON type in unusual forms, and random filters on them.
import fc from 'fast-check'

/** The time of the filters. */
export const NOW = new Date('2026-06-15T12:00:00.000Z')

/** Trees of conditions, some of which are trees themselves. */
export const treeOf = (node: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.record({
      operator: fc.constantFrom('AND', 'OR'),
      conditions: fc.array(node, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ operator: fc.constant('NOT'), conditions: fc.tuple(node) }),
  )

const KEYS = ['plan', 'age', 'a.b', `it's`, 'q"uote', 'back\\slash', '%_', '0', 'ключ', '__proto__', 'in']

const TEXTS = [
  'pro',
  'PRO',
  'Pro plan',
  'free',
  '',
  ' ',
  '1',
  'true',
  'null',
  '100%',
  '100_',
  'a\\b',
  `it's "quoted"`,
  'MÜLLER',
  'müller',
  'Straße',
  'ΟΔΥΣΣΕΥΣ',
  'οδυσσευς',
  'σ',
  'ΜΕΣΟΣ µΣ μς',
  'STRAẞE',
  'İstanbul',
  'ﬁne',
  '👩‍🚀 pro',
  'line\nbreak',
  '.*',
  '^pro$',
]

const DATES = [
  '2026-06-15',
  '2026-06-15T12:00:00Z',
  '2026-06-15T12:00:00.000Z',
  '2026-06-15T12:00:00.0009Z',
  '2026-06-15T12:00:00.999999999Z',
  '2026-06-15T14:00:00+02:00',
  '2026-06-15 11:59',
  '2026-06-15T12:00',
  '2026-05-16T12:00:00Z',
  '2026-05-16T11:59:59.999Z',
  '2026-07-15T12:00:00Z',
  '2024-02-29',
  '2000-02-29T00:00:00-14:59',
  '1000-01-01',
  '9999-12-31T23:59:59-14:00',
]

/** Texts that look like dates but are invalid, on both sides. */
const NO_DATES = [
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-06-15T24:00:00Z',
  '2026-06-15T12:00:60Z',
  '2026-06-15T12:00:00+15:00',
  '2026-06-15T12',
  '15.06.2026',
  '0999-01-01',
  '٢٠٢٦-٠٦-١٥',
  '2026-06-15\n',
  'now',
  'today',
  'infinity',
]

/** As JSON text, in forms that JavaScript would not write. */
const NUMBERS = [
  '0',
  '-0',
  '1',
  '1.0',
  '1e0',
  '100',
  '1E2',
  '0.1',
  '0.3',
  '0.30000000000000004',
  '0.30000000000000003',
  '-17.5',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '12345678901234567890123',
  '1e21',
  '1.7976931348623157e308',
  '1e400',
  '-1e400',
  '5e-324',
  '1e-400',
]

const text = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...DATES) },
  { weight: 2, arbitrary: fc.constantFrom(...NO_DATES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).filter((one) => !one.includes('\0')) },
)
const scalarJson = fc.oneof(
  { weight: 4, arbitrary: text.map((one) => JSON.stringify(one)) },
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom('true', 'false', 'null') },
)
const spelled = (entries: [key: string, json: string][]) =>
  `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`
const listJson = (item: fc.Arbitrary<string>) =>
  fc.array(item, { maxLength: 3 }).map((items) => `[${items.join()}]`)
const objectJson = (value: fc.Arbitrary<string>) =>
  fc
    .dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 4 })
    .map((entries) => spelled(Object.entries(entries)))
const innerJson = fc.oneof(
  { weight: 5, arbitrary: scalarJson },
  { weight: 1, arbitrary: listJson(fc.oneof(scalarJson, listJson(scalarJson))) },
  { weight: 1, arbitrary: objectJson(fc.oneof(scalarJson, objectJson(scalarJson))) },
)
const dataJson = fc.array(fc.tuple(fc.constantFrom(...KEYS), innerJson), { maxLength: 8 }).map(spelled)

const time = fc.constantFrom(...DATES).map((one) => new Date(Date.parse(one.replace(' ', 'T'))))

/** `data` is JSON text. */
export const randomContact = fc.record({
  local: fc.constantFrom('ann', 'bob.smith', 'x_y', 'x%y', 'pro', `o'hara`),
  domain: fc.constantFrom('example.com', 'sub.example.com', 'xn--mller-kva.de'),
  subscribed: fc.boolean(),
  data: dataJson,
  createdAt: time,
  updatedAt: time,
})

const escaped = (key: string) => key.replace(/[\\.]/g, String.raw`\$&`)
const dataField = fc
  .array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 3 })
  .map((path) => `data.${path.map(escaped).join('.')}`)
// Mostly one key: deeper values are rare.
const shortField = fc.constantFrom(...KEYS).map((key) => `data.${escaped(key)}`)
const anyData = fc.oneof({ weight: 4, arbitrary: shortField }, { weight: 1, arbitrary: dataField })

const finite = fc
  .constantFrom(...NUMBERS)
  .map(Number)
  .filter((one) => Number.isFinite(one))
const date = fc.constantFrom(...DATES)
const part = text.filter((one) => one !== '')
const scalar = fc.oneof(text, finite, fc.boolean())
const window = fc.record({
  amount: fc.constantFrom(1, 30, 720, 36_500),
  unit: fc.constantFrom('minutes', 'hours', 'days'),
})
const ordered = fc.oneof(finite, date)
const sorted = <Value>(values: fc.Arbitrary<Value>, order: (value: Value) => number) =>
  fc.tuple(values, values).map((pair) => pair.toSorted((a, b) => order(a) - order(b)))
const msOf = (one: string) => {
  const day = one.replace(' ', 'T').replace(/(\.\d{3})\d+/, '$1')
  return Date.parse(day.length === 10 || /(Z|[+-]\d\d:\d\d)$/.test(day) ? day : `${day}Z`)
}

const ORDERS = ['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual']
const leafOf = (
  field: fc.Arbitrary<string>,
  operators: string[],
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> => fc.record({ field, operator: fc.constantFrom(...operators), value })
const presenceOf = (field: fc.Arbitrary<string>) =>
  fc.record({ field, operator: fc.constantFrom('exists', 'notExists') })

const times = fc.constantFrom('createdAt', 'updatedAt')
const ANNIVERSARIES = ['anniversaryIn', 'anniversaryAgo', 'anniversaryWithinNext']
const dayCount = fc.record({ amount: fc.integer({ min: 0, max: 366 }), unit: fc.constant('days') })
const email = fc.constant('email')
const addressPart = fc.constantFrom('ann', 'ANN@example.com', '_', '%', '.com', 'x_', 'Müller.de', `'`, 'zzz')

/** Conditions that the data, the address and the subscription of a contact decide. */
const ownLeaf = fc.oneof(
  leafOf(anyData, ['equals', 'notEquals'], scalar),
  leafOf(anyData, ['contains', 'notContains'], fc.oneof(part, finite, fc.boolean())),
  leafOf(anyData, ['startsWith', 'endsWith'], part),
  leafOf(anyData, ['in', 'notIn'], fc.array(fc.oneof(text, finite), { minLength: 1, maxLength: 14 })),
  leafOf(anyData, ORDERS, ordered),
  leafOf(
    anyData,
    ['between'],
    fc.oneof(
      sorted(finite, (one) => one),
      sorted(date, msOf),
    ),
  ),
  leafOf(anyData, ['within', 'olderThan', 'withinNext'], window),
  leafOf(anyData, ANNIVERSARIES, dayCount),
  presenceOf(anyData),
  leafOf(fc.constant('subscribed'), ['equals', 'notEquals'], fc.boolean()),
  leafOf(email, ['equals', 'notEquals', 'contains', 'notContains', 'startsWith', 'endsWith'], addressPart),
  leafOf(email, ['in', 'notIn'], fc.array(addressPart, { minLength: 1, maxLength: 3 })),
  presenceOf(email),
)

const timeLeaf = fc.oneof(
  leafOf(times, ['equals', 'notEquals', ...ORDERS], date),
  leafOf(times, ['between'], sorted(date, msOf)),
  leafOf(times, ['within', 'olderThan', 'withinNext'], window),
  leafOf(times, ANNIVERSARIES, dayCount),
  presenceOf(times),
)

function randomTree(leaf: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const shallow = treeOf(leaf)
  return fc.oneof(shallow, treeOf(fc.oneof(leaf, shallow)), treeOf(fc.oneof(shallow, treeOf(shallow))))
}

/** Filters on the record of a contact. */
export const randomFilter = randomTree(
  fc.oneof({ weight: 13, arbitrary: ownLeaf }, { weight: 5, arbitrary: timeLeaf }),
)

/** Filters that the variables of an email decide. */
export const randomCondition = randomTree(ownLeaf)
