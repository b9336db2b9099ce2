// Filters use indexes or a parallel scan, at 100,000 contacts.
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { runJob } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { all, buildSegment } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { buildEnabled } from '../../../../test/support/workflows.ts'
import { buildFilters } from '../../../filter-sources.ts'
import type { Trx } from '../../../platform/db/client.ts'
import { foldCounters } from '../../../platform/db/counters.ts'
import { FilterTree } from '../../filters/filters.schema.ts'
import { maintainIndexesJob } from '../segments.jobs.ts'
import { buildIndex, indexName, listBuiltIndexes } from './indexes.queries.ts'

const test = useTestApp()

const CONTACTS = 100_000

beforeAll(async () => {
  // Without a limit: the machine may be busy.
  const { db } = test.deps.database.within(0)
  // A second project with the same keys, which must have no effect.
  for (const [{ projectId }, contacts] of [
    [test.project, CONTACTS],
    [test.other, CONTACTS / 5],
  ] as const) {
    await sql`
      insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
      select ${projectId}, gen_random_uuid(), 'person' || n || '@example.com', true,
        jsonb_build_object('plan', 'plan-' || n % 200, 'age', n % 1000, 'address', jsonb_build_object('zip', n),
          'seen', to_char(now() - n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'name', 'Person ' || n),
        now(), now()
      from generate_series(1, ${contacts}) as n`.execute(db)
  }
  await foldCounters(db)
  await sql`vacuum analyze contacts`.execute(db)
})

type Plan = { 'Node Type'?: string; 'Index Name'?: string; Plans?: Plan[] }

const indexesOf = ({ 'Index Name': name, Plans: inner = [] }: Plan): string[] => [
  ...(name === undefined ? [] : [name]),
  ...inner.flatMap(indexesOf),
]

/** The plan for counting the contacts that match all of these. */
async function plansFor(...conditions: object[]): Promise<Plan[]> {
  const { projectId } = test.project
  const { database, clock } = test.deps
  const filters = buildFilters(database)
  const tree = FilterTree.parse(all(...conditions))
  const origin = { projectId, now: clock.now(), field: 'filter' }
  const matching = await filters.matching(database.db, tree, origin)
  const run = async (trx: Trx) => {
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
      explain (format json) select count(*) from contacts where project_id = ${projectId} and ${matching}`.execute(
      trx,
    )
    return rows.flatMap((row) => row['QUERY PLAN']).map(({ Plan: plan }) => plan)
  }
  return filters.run(database.db, { projectId, run })
}

/** The indexes of that plan. */
const indexesFor = async (...conditions: object[]): Promise<string[]> =>
  (await plansFor(...conditions)).flatMap(indexesOf)

const isShared = ({ 'Node Type': type, Plans: inner = [] }: Plan): boolean =>
  type === 'Gather' || inner.some(isShared)

describe('a condition that no index serves', () => {
  it.each([
    [{ field: 'data.name', operator: 'contains', value: 'son 7' }],
    [{ field: 'data.name', operator: 'contains', value: 'Größe' }],
    [{ field: 'data.name', operator: 'endsWith', value: '77' }],
    [{ field: 'data.age', operator: 'greaterThan', value: 900 }],
    [{ field: 'data.seen', operator: 'within', value: { amount: 3, unit: 'days' } }],
  ])('is evaluated for all contacts by several processes: %j', async (leaf) => {
    expect((await plansFor(leaf)).some(isShared)).toBe(true)
  })
})

const tend = () => runJob(test.deps, maintainIndexesJob, { payload: {} })

const builtIndexes = async (): Promise<string[]> =>
  (await listBuiltIndexes(test.deps.database.db)).map(({ name }) => name).toSorted()

const validIndexes = async (): Promise<string[]> =>
  (await listBuiltIndexes(test.deps.database.db)).filter(({ isValid }) => isValid).map(({ name }) => name)

describe('equality on a key of data', () => {
  it.each([
    [{ field: 'data.plan', operator: 'equals', value: 'plan-7' }],
    [{ field: 'data.plan', operator: 'in', value: ['plan-7', 'plan-8'] }],
    [{ field: 'data.address.zip', operator: 'equals', value: 4711 }],
  ])('uses the index of all keys: %j', async (leaf) => {
    expect(await indexesFor(leaf)).toContain('contacts_data')
  })

  it('uses it beside conditions that no index serves', async () => {
    const plan = { field: 'data.plan', operator: 'equals', value: 'plan-7' }
    const name = { field: 'data.name', operator: 'contains', value: 'son 7' }
    expect(await indexesFor(plan, name)).toContain('contacts_data')
  })
})

describe('a range on a key of data', () => {
  const OLD = { field: 'data.age', operator: 'greaterThan', value: 995 }
  const ZIP = { field: 'data.address.zip', operator: 'between', value: [10, 20] }
  const LATELY = { field: 'data.seen', operator: 'within', value: { amount: 2, unit: 'days' } }

  it('gets an index some minutes after a segment was saved with it, and loses it with the segment', async () => {
    expect((await indexesFor(OLD)).join()).not.toContain('ordered')
    const { id } = await buildSegment(test, { filters: all(OLD, ZIP, LATELY) })
    await tend()
    const built = await builtIndexes()
    expect(built).toHaveLength(3)
    for (const leaf of [OLD, ZIP, LATELY]) {
      expect((await indexesFor(leaf)).join()).toMatch(/contacts_ordered_(number|date)_/)
    }
    await tend()
    expect(await builtIndexes()).toEqual(built)
    await call(test, ['PATCH', `/segments/${id}`], { body: { filters: all(OLD) } })
    await tend()
    expect(await builtIndexes()).toHaveLength(1)
    await call(test, ['DELETE', `/segments/${id}`])
    await tend()
    expect(await builtIndexes()).toEqual([])
  })

  it('gets one for days of the year, and for the date that starts a workflow while it is enabled', async () => {
    const BIRTHDAY = { field: 'data.seen', operator: 'anniversaryIn', value: { amount: 0, unit: 'days' } }
    const { id } = await buildSegment(test, { filters: all(BIRTHDAY) })
    const workflow = await buildEnabled(test, {
      trigger: { type: 'DATE', field: 'data.seen' },
      steps: [{ id: 'x', type: 'EXIT' }],
    })
    await tend()
    expect(await builtIndexes()).toHaveLength(2)
    expect((await indexesFor(BIRTHDAY)).join()).toContain('contacts_ordered_day_')
    expect((await indexesFor(LATELY)).join()).toContain('contacts_ordered_date_')
    await call(test, ['PATCH', `/workflows/${workflow.id}`], { body: { enabled: false } })
    await call(test, ['DELETE', `/segments/${id}`])
    await tend()
    expect(await builtIndexes()).toEqual([])
  })

  it('can have any key, and an index whose build was interrupted is built again', async () => {
    const key = String.raw`it's "odd" \\ and %s $1`
    const field = `data.${key}`
    const { id } = await buildSegment(test, { filters: all({ field, operator: 'lessThan', value: 3 }) })
    const ordered = { kind: 'number', path: [key.replace('\\\\', '\\')] } as const
    const writer = new pg.Client({ connectionString: test.url })
    await writer.connect()
    try {
      // Building waits for all writers; this one does not end within the time limit.
      await writer.query('begin; update contacts set id = id where false')
      await expect(buildIndex(test.deps.database.within(300).db, ordered)).rejects.toThrow(
        'statement timeout',
      )
    } finally {
      await writer.end()
    }
    expect(await builtIndexes()).toEqual([indexName(ordered)])
    expect(await validIndexes()).toEqual([])
    await tend()
    expect(await validIndexes()).toEqual([indexName(ordered)])
    await call(test, ['DELETE', `/segments/${id}`])
    await tend()
    expect(await builtIndexes()).toEqual([])
  })
})
