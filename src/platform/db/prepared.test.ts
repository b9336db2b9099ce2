import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import { inTransaction } from './client.ts'
import { executePrepared } from './prepared.ts'

const test = useTestApp()

const double = (n: number) => sql<{ doubled: number }>`select ${n}::int * 2 as doubled`

it('a prepared statement inside a transaction is known by its name and takes new values', async () => {
  const seen = await inTransaction(test.deps.database.db, async (trx) => {
    const rows = [
      ...(await executePrepared(trx, 'double', double(1))),
      ...(await executePrepared(trx, 'double', double(2))),
    ]
    const names = await sql<{
      name: string
    }>`select name from pg_prepared_statements where name = 'double'`.execute(trx)
    return { doubled: rows.map(({ doubled }) => doubled), names: names.rows }
  })
  expect(seen).toEqual({ doubled: [2, 4], names: [{ name: 'double' }] })
})

it('a prepared statement inside a transaction is undone with it', async () => {
  const { db } = test.deps.database
  await sql`create table prepared_rows (n int)`.execute(db)
  const insert = sql<{ n: number }>`insert into prepared_rows values (1) returning n`
  const failing = inTransaction(db, async (trx) => {
    expect(await executePrepared(trx, 'insert-one', insert)).toEqual([{ n: 1 }])
    throw new Error('not today')
  })
  await expect(failing).rejects.toThrow('not today')
  expect((await sql`select from prepared_rows`.execute(db)).rows).toEqual([])
})
