// Prepares the tables of the target for rows of another installation: their months, and numbers that do not collide.
import pg from 'pg'
import { ensureMonthsOn, listMonths } from '../db/months.ts'
import { MOVED_TABLES } from './moved-tables.ts'

// More numbers than the target gives out between reading its sequence and setting it.
const MARGIN = 1_000_000n

/** Tables partitioned by month: the target may be younger than the project. */
export async function copyMonths(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'p' and relnamespace = current_schema()::regnamespace and relname = any ($1) order by 1`,
    [MOVED_TABLES.map(({ name }) => name)],
  )
  for (const { name } of rows) {
    const months = await listMonths(source, name)
    await ensureMonthsOn(target, {
      table: name,
      months: months.map(({ label }) => new Date(`${label}-01T00:00:00Z`)),
    })
  }
}

/** Numbers that the target gives from now on are higher than those of the copied rows, whose order they continue. */
export async function raiseSequences(source: pg.Client, target: pg.Client): Promise<void> {
  for (const table of MOVED_TABLES) {
    const sequences = await listSequences(source, table.name)
    for (const { column, last } of sequences) {
      if (table.omits?.includes(column) || last === null) continue
      const [there] = (await listSequences(target, table.name)).filter((one) => one.column === column)
      if (BigInt(there?.last ?? 0) > BigInt(last)) continue
      await target.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint)', [
        pg.escapeIdentifier(table.name),
        column,
        String(BigInt(last) + MARGIN),
      ])
    }
  }
}

async function listSequences(
  client: pg.Client,
  table: string,
): Promise<{ column: string; last: string | null }[]> {
  const { rows } = await client.query<{ column: string; last: string | null }>(
    `select attname as column,
       pg_sequence_last_value(pg_get_serial_sequence($1, attname)::regclass)::text as last
     from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [table],
  )
  return rows
}
