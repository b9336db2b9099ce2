import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeScratch } from './fixtures/scratch.ts'

const scratch = makeScratch()
const dataDir = scratch.dataDir()
let url: string

beforeAll(async () => {
  url = (await scratch.start({ dataDir })).url
})
afterAll(() => scratch.cleanUp())

const ADDRESS = 'marie@example.com'

/** Everything that PostgreSQL could log of a row: in the error itself, its detail, its context, the statement, the values. */
const FAILURES: [string, string[]][] = [
  ['insert into people values ($1), ($1)', [ADDRESS]],
  [`insert into people values ('${ADDRESS}'), ('${ADDRESS}')`, []],
  ['insert into people (email, age) values ($1, -1)', [ADDRESS]],
  [`select lower('${ADDRESS}') from nothing`, []],
  [`do $$ begin insert into people values ('${ADDRESS}'), ('${ADDRESS}'); end $$`, []],
]

it('the log of the server names what failed, and no value of a row or a statement', async () => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create table people (email text primary key, age int check (age > 0))')
  for (const [statement, values] of FAILURES) {
    await expect(client.query(statement, values)).rejects.toThrow(/violates|does not exist/)
  }
  await client.end()
  const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')
  expect(log).not.toContain('marie')
  expect(log.match(/ERROR: {2}duplicate key value violates unique constraint "people_pkey"/g)).toHaveLength(3)
  expect(log).toContain('violates check constraint "people_age_check"')
})
