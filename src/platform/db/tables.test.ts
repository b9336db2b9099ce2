import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

/** `table.column` of every interface that the DB interface of the generated file lists. */
function columnsInFile(): string[] {
  const text = readFileSync(new URL('tables.ts', import.meta.url), 'utf8')
  const interfaces = new Map(
    [...text.matchAll(/export interface (\w+) \{\n(.*?)\n\}/gs)].map(([, name, body]) => [name, body ?? '']),
  )
  const fieldsOf = (name: string | undefined) =>
    [...(interfaces.get(name) ?? '').matchAll(/^ {2}(\w+): (.*);$/gm)].map(([, field, type]) => ({
      field,
      type,
    }))
  return fieldsOf('DB').flatMap(({ field: table, type }) =>
    fieldsOf(type).map(({ field }) => `${table}.${field}`),
  )
}

it('src/platform/db/tables.ts has the tables and columns of the migrated database (npm run db:types)', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join pg_class on pg_class.oid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass
    where c.table_schema = 'public' and not pg_class.relispartition and pg_class.relkind in ('r', 'p', 'v')`.execute(
    test.deps.database.db,
  )
  const inDatabase = rows.map((row) => row.name).toSorted()
  expect(columnsInFile().toSorted()).toEqual(inDatabase)
  expect(inDatabase).toContain('contacts.email')
})
