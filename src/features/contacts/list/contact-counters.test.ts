// Totals and fields are read from counters that triggers write (migrations/0003). After any write they must equal a count of
// the rows, before and after the deltas are folded.
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContacts, buildImport, inFreshProject } from '../../../../test/support/factories.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { foldCounters } from '../../../platform/db/counters.ts'

const test = useTestApp()

type Counts = {
  total: number
  subscribed: number
  unsubscribed: number
  fields: Record<string, Record<string, number>>
}

async function readCounts(app: TestApp): Promise<Counts> {
  const totals = [{}, { subscribed: 'true' }, { subscribed: 'false' }].map(async (query) => {
    const reply = await call(app, ['GET', '/contacts'], { query: { ...query, limit: '1' } })
    return reply.json<{ total: number }>().total
  })
  const reply = await call(app, ['GET', '/contacts/fields'])
  const { fields } = reply.json<{ fields: { key: string; types: Record<string, number> }[] }>()
  const [total = -1, subscribed = -1, unsubscribed = -1] = await Promise.all(totals)
  return { total, subscribed, unsubscribed, fields: Object.fromEntries(fields.map((f) => [f.key, f.types])) }
}

async function countRows({ deps, project }: TestApp): Promise<Counts> {
  const { rows } = await sql<Omit<Counts, 'fields'>>`
    select count(*) as total, count(*) filter (where subscribed) as subscribed,
      count(*) filter (where not subscribed) as unsubscribed
    from contacts where project_id = ${project.projectId}`.execute(deps.database.db)
  const keys = await sql<{ key: string; type: string; count: number }>`
    select key, jsonb_typeof(value) as type, count(*) as count from contacts, jsonb_each(data)
    where project_id = ${project.projectId} group by 1, 2`.execute(deps.database.db)
  const fields: Counts['fields'] = {}
  for (const { key, type, count } of keys.rows) fields[key] = { ...fields[key], [type]: count }
  return { total: -1, subscribed: -1, unsubscribed: -1, ...rows[0], fields }
}

async function expectExactCounts(app: TestApp): Promise<void> {
  expect(await readCounts(app)).toEqual(await countRows(app))
}

const foldTwiceAtOnce = () =>
  Promise.all([foldCounters(test.deps.database.db), foldCounters(test.deps.database.db)])

const address = fc.constantFrom(...Array.from({ length: 6 }, (_, n) => `person${n}@example.com`))
const flag = fc.option(fc.boolean(), { nil: undefined })
const data = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom<unknown>('text', 1, true, null, [], { deep: 1 }),
)
const cell = fc.constantFrom('', 'text', '7', 'true')
const write = fc.oneof(
  fc.record({ kind: fc.constant('upsert' as const), email: address, subscribed: flag, data }),
  fc.record({ kind: fc.constant('patch' as const), email: address, subscribed: flag, data }),
  fc.record({ kind: fc.constant('delete' as const), email: address }),
  fc.record({
    kind: fc.constant('bulk' as const),
    action: fc.constantFrom('subscribe', 'unsubscribe', 'delete'),
    search: fc.constantFrom('person1', 'person2', 'example'),
  }),
  fc.record({
    kind: fc.constant('import' as const),
    rows: fc.array(fc.tuple(address, fc.constantFrom('', 'yes', 'no', 'bad'), cell), { maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('fold' as const) }),
)
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

async function apply(app: TestApp, step: Write): Promise<void> {
  switch (step.kind) {
    case 'upsert': {
      const { email, subscribed, data: given } = step
      await call(app, ['POST', '/contacts'], { body: { email, subscribed, data: given } })
      return
    }
    case 'patch':
    case 'delete': {
      const found = await call(app, ['GET', '/contacts'], { query: { email: step.email } })
      const id = found.json<{ contacts: { id: string }[] }>().contacts[0]?.id
      const body = step.kind === 'patch' ? { subscribed: step.subscribed, data: step.data } : undefined
      await call(app, [body ? 'PATCH' : 'DELETE', `/contacts/${id}`], { body })
      return
    }
    case 'bulk': {
      const body = { action: step.action, filter: { search: step.search } }
      await call(app, ['POST', '/contacts/bulk'], { body })
      return drain(app.deps)
    }
    case 'import': {
      const lines = step.rows.map((row) => row.join(','))
      await buildImport(app, ['email,subscribed,b', ...lines].join('\n'), { query: { resubscribe: 'true' } })
      return
    }
    case 'fold':
      return foldCounters(app.deps.database.db)
  }
}

describe('totals and fields', () => {
  it('equal a count of the rows after any sequence of writes, folded or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 12, maxLength: 20 }), async (steps) => {
        const app = await inFreshProject(test)
        for (const step of steps) await apply(app, step)
        await expectExactCounts(app)
        await foldTwiceAtOnce()
        await expectExactCounts(app)
      }),
      { numRuns: 5, seed: 20_240_731, endOnFailure: true },
    )
  })

  it('stay exact while folds and writes go on at the same time', async () => {
    const app = await inFreshProject(test)
    const made = await buildContacts(app, 60, { data: { a: 'x' } })
    await Promise.all(
      made.flatMap(({ id }, n) => {
        const change = call(app, ['PATCH', `/contacts/${id}`], {
          body: { subscribed: n % 3 === 0, data: { a: null, b: n } },
        })
        const removal = n % 4 === 0 ? [change.then(() => call(app, ['DELETE', `/contacts/${id}`]))] : []
        return [change, ...removal, ...(n % 10 === 0 ? [foldTwiceAtOnce()] : [])]
      }),
    )
    await expectExactCounts(app)
    await foldTwiceAtOnce()
    await expectExactCounts(app)
    expect(await readCounts(app)).toMatchObject({ total: 45, subscribed: 15, fields: { b: { number: 45 } } })
  })

  it('leave nothing behind to fold, and count nothing that was rolled back', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 3)
    const before = await readCounts(app)
    const tooLarge = { email: 'large@example.com', data: { x: 'a'.repeat(70_000) } }
    await call(app, ['POST', '/contacts'], { body: tooLarge })
    expect(await readCounts(app)).toEqual(before)
    await foldTwiceAtOnce()
    const { rows } = await sql`select from counter_deltas`.execute(app.deps.database.db)
    expect(rows).toEqual([])
    expect(await readCounts(app)).toEqual(before)
  })

  it('are back at nothing when the last contact is gone', async () => {
    const app = await inFreshProject(test)
    await buildContacts(app, 5, { data: { a: 1 } })
    await call(app, ['POST', '/contacts/bulk'], { body: { action: 'delete', filter: {} } })
    await drain(app.deps)
    expect(await readCounts(app)).toEqual({ total: 0, subscribed: 0, unsubscribed: 0, fields: {} })
  })
})
