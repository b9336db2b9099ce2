import pg from 'pg'
import { readCatalogue, quoteColumns, quoteTable } from '../../../src/platform/backup/catalogue.ts'

/** All that a backup has to bring back: per table the rows and a digest of them, and what belongs to the tables. */
export type DatabaseContent = {
  tables: Record<string, { rows: number; digest: string }>
  schema: string[]
  sequences: string[]
}

/** One value of one row or the whole result, from a connection for just that. */
export async function queryAt<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClientAt(url, async (client) => (await client.query<Row>(text, values)).rows)
}

export async function readContent(url: string): Promise<DatabaseContent> {
  return withClientAt(url, async (client) => {
    const tables: DatabaseContent['tables'] = {}
    for (const { name, columns } of (await readCatalogue(client)).tables) {
      const { rows } = await client.query<{ rows: number; digest: string }>(
        `select count(*)::int as rows, coalesce(md5(string_agg(line, E'\n' order by line collate "C")), '') as digest
         from (select row(${quoteColumns(columns)})::text as line from ${quoteTable(name)}) as lines`,
      )
      tables[name] = rows[0] ?? { rows: 0, digest: '' }
    }
    return { tables, schema: await listSchema(client), sequences: await listSequences(client) }
  })
}

/** Indexes, constraints and triggers, each as its definition; also whether a trigger is on. */
async function listSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class as t on t.oid = indrelid
       where t.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
     union all
     select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
       from pg_constraint where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
     union all
     select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     order by 1`,
  )
  return rows.map(({ definition }) => definition)
}

async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ sequence: string }>(
    `select sequencename || ' ' || coalesce(last_value::text, '') as sequence from pg_sequences order by 1`,
  )
  return rows.map(({ sequence }) => sequence)
}

async function withClientAt<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
