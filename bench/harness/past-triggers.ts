import type pg from 'pg'
import type { Stage } from './stage.ts'

type Filling<Filled> = {
  /** What is filled; the planner knows of it afterwards. */
  tables: readonly string[]
  fill: (client: pg.PoolClient) => Promise<Filled>
}

/**
 * Millions of rows, written past the API and its triggers, which would take hours. What counts and announces is switched off
 * meanwhile, and so is what only a crash would need: `fill` writes the counters too.
 */
export async function fillPastTriggers<Filled>(
  { pool }: Stage,
  { tables, fill }: Filling<Filled>,
): Promise<Filled> {
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
