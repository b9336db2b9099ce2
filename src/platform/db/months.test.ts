// Months of the test's own table, so that no other tables are touched.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import pg from 'pg'
import { useTestApp } from '../../../test/support/test-app.ts'
import { lowestIdOf } from '../ids.ts'
import { dropMonths, ensureMonths, ensureMonthsOf, listMonths } from './months.ts'

const test = useTestApp()
const pool = () => test.deps.database.pool
const NOW = new Date('2031-11-30T23:59:59.999Z')

beforeEach(async () => {
  const { rows } = await pool().query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and relname ~ '^diary'",
  )
  for (const { name } of rows) await pool().query(`drop table if exists ${name} cascade`)
  await pool().query('create table diary (id uuid primary key, page text) partition by range (id)')
  await pool().query('create index diary_pages on diary (page)')
})

const labels = async () => (await listMonths(pool(), 'diary')).map(({ label }) => label)
const make = (monthsBack = 1) => ensureMonths(pool(), { tables: [{ name: 'diary', monthsBack }], now: NOW })

/** A session that has read the table and keeps its snapshot, like a dump. */
async function openReader(): Promise<pg.Client> {
  const reader = new pg.Client({ connectionString: test.url })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin isolation level repeatable read')
  await reader.query('select count(*) from diary')
  return reader
}

describe('ensureMonths', () => {
  it('makes what is missing, over the turn of a year, and what is there only once', async () => {
    await make()
    await make()
    expect(await labels()).toEqual(['2031-10', '2031-11', '2031-12', '2032-01', '2032-02'])
  })

  it('gives each month the indexes of the table, and an id finds its month', async () => {
    await make()
    await pool().query('insert into diary values ($1, $2)', [
      lowestIdOf(new Date('2031-12-01T00:00:00Z')),
      'x',
    ])
    const { rows } = await pool().query('select tableoid::regclass::text as name from diary')
    expect(rows).toEqual([{ name: 'diary_2031_12' }])
    const { rows: indexes } = await pool().query(
      "select indexname from pg_indexes where tablename = 'diary_2031_12'",
    )
    expect(indexes).toHaveLength(2)
  })

  it('makes each once when nodes that start together all want them', async () => {
    await Promise.all(Array.from({ length: 8 }, () => make()))
    expect(await labels()).toHaveLength(5)
  })

  it('waits for no reader, and no writer waits for it', async () => {
    await make()
    const reader = await openReader()
    await reader.query("insert into diary values ($1, 'mine')", [lowestIdOf(NOW)])
    await ensureMonthsOf(pool(), { table: 'diary', months: [new Date('2032-07-15T00:00:00Z')] })
    expect(await labels()).toContain('2032-07')
  })

  it('attaches a month that was made and left alone by a node that was killed', async () => {
    await pool().query('create table diary_2031_11 (like diary including all)')
    await make(0)
    expect((await labels())[0]).toBe('2031-11')
  })
})

describe('dropMonths', () => {
  const drop = (keptFrom: string) =>
    dropMonths(pool(), { table: 'diary', keptFrom: new Date(keptFrom), log: test.deps.log })

  it('drops the months that lie whole before, and no other', async () => {
    await make()
    expect(await drop('2031-12-31T00:00:00Z')).toEqual(['2031-10', '2031-11'])
    expect(await labels()).toEqual(['2031-12', '2032-01', '2032-02'])
    expect(await drop('2031-12-31T00:00:00Z')).toEqual([])
  })

  it('leaves a month that is being read for the next time, when it is dropped in one go', async () => {
    await make()
    const reader = await openReader()
    expect(await drop('2031-12-01T00:00:00Z')).toEqual([])
    // Others keep writing.
    await pool().query("insert into diary values ($1, 'new')", [lowestIdOf(new Date('2032-01-05T00:00:00Z'))])
    await reader.query('commit')
    expect(await drop('2031-12-01T00:00:00Z')).toEqual(['2031-10', '2031-11'])
    expect(await labels()).toEqual(['2031-12', '2032-01', '2032-02'])
  })

  it('drops what was detached by a node that was killed before it could drop it', async () => {
    await make()
    await pool().query('alter table diary detach partition diary_2031_10')
    expect(await drop('2031-11-01T00:00:00Z')).toEqual(['2031-10'])
    const { rows } = await pool().query("select to_regclass('diary_2031_10') as found")
    expect(rows).toEqual([{ found: null }])
  })
})

describe('the month of an id', () => {
  it('is that of its time in UTC, whatever the session is set to', async () => {
    const times = [
      '1970-01-01T00:00:00.000Z',
      '2024-02-29T23:59:59.999Z',
      '2031-12-31T23:59:59.999Z',
      '2032-01-01T00:00:00.000Z',
    ]
    const client = await pool().connect()
    try {
      await client.query("set timezone = 'Pacific/Kiritimati'; set datestyle = 'German'")
      const { rows } = await client.query<{ month: string }>(
        'select month_of_uuid_v7(id) as month from unnest($1::uuid[]) with ordinality as t (id, place) order by place',
        [times.map((time) => lowestIdOf(new Date(time)))],
      )
      expect(rows.map(({ month }) => month)).toEqual(['1970-01', '2024-02', '2031-12', '2032-01'])
    } finally {
      client.release(true)
    }
  })
})
