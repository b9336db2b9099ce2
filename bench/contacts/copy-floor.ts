import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { timed } from '../harness/timing.ts'

const TABLE = 'copied_contacts'

/**
 * Milliseconds of a bare COPY of the file: into a table that has its columns as they are, a project and an id by
 * default, and the indexes of contacts, read from the database so that they stay the same when those change. The index on
 * data is not among them, because the file has columns instead: the floor has that much less to do. Choices for topics have their
 * default, as most contacts have.
 */
export async function copyFloor(pool: pg.Pool, file: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query(`
      create table ${TABLE} (
        email text collate "C" not null, subscribed boolean not null, first_name text, plan text, score float8, country text,
        project_id uuid not null default '018f0000-0000-7000-8000-000000000000', id uuid not null default uuidv7(),
        topic_choices jsonb not null default '{}')`)
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(
      "select indexname, indexdef from pg_indexes where tablename = 'contacts' and indexname <> 'contacts_data'",
    )
    for (const { indexname, indexdef } of rows) {
      await client.query(
        indexdef.replace(indexname, `copied_${indexname}`).replace('.contacts ', `.${TABLE} `),
      )
    }
    return await timed(() =>
      pipeline(
        createReadStream(file, { highWaterMark: 1 << 20 }),
        client.query(
          copyFrom(
            `copy ${TABLE} (email, subscribed, first_name, plan, score, country) from stdin (format csv, header)`,
          ),
        ),
      ),
    )
  } finally {
    await client.query(`drop table ${TABLE}`)
    client.release()
  }
}
