import { expect, it } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import { readCatalogue } from '../backup/catalogue.ts'
import { MOVED_TABLES, STAYING_TABLES } from './moved-tables.ts'

const test = useTestApp()

it('every table moves with its project, or stays for a reason', async () => {
  const { rows } = await test.deps.database.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const listed = [...MOVED_TABLES.map(({ name }) => name), ...Object.keys(STAYING_TABLES)]
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name))
})

it('every table with rows of projects moves, but for those that are named here', async () => {
  const { rows } = await test.deps.database.pool.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute join pg_class as t on t.oid = attrelid
     where attname = 'project_id' and relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and relpersistence = 'p' and not relispartition order by 1`,
  )
  const moved = new Set(MOVED_TABLES.map(({ name }) => name))
  const staying = rows.map(({ name }) => name).filter((name) => !moved.has(name))
  expect(staying).toEqual([
    'departed_keys',
    'destinations',
    'project_keys',
    'project_moves',
    'unused_objects',
  ])
})

it('the columns that are named exist', async () => {
  const client = await test.deps.database.pool.connect()
  try {
    const { tables } = await readCatalogue(client)
    const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
    const named = MOVED_TABLES.map(({ name, omits = [], sets = {}, sealed = [], person }) => ({
      name,
      columns: [...omits, ...Object.keys(sets), ...sealed, ...(person === undefined ? [] : [person])],
    }))
    const missing = named.flatMap(({ name, columns }) =>
      columns.filter((column) => columnsOf.get(name)?.includes(column) !== true),
    )
    expect(missing).toEqual([])
  } finally {
    client.release()
  }
})
