import type pg from 'pg'
import type { Stage } from './stage.ts'

type FillOptions<Result> = {
  /** The tables to fill; they are analyzed afterwards. */
  tables: readonly string[]
  fill: (client: pg.PoolClient) => Promise<Result>
}

/**
 * Writes millions of rows past the API and its triggers, which would take hours. Triggers and synchronous commit are off
 * meanwhile: `fill` writes the counters too.
 */
export async function fillPastTriggers<Result>(
  { pool }: Stage,
  { tables, fill }: FillOptions<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query("set session_replication_role = 'replica'")
    await client.query('set synchronous_commit = off')
    const filled = await fill(client)
    for (const table of tables) await client.query(`vacuum analyze ${table}`)
    await client.query('checkpoint')
    return filled
  } finally {
    client.release(true)
  }
}
