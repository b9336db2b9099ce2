// Holds one row on a connection of its own while some work runs into it: what the work has locked by then, it locked
// before that row.
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'

type HeldRowOptions = {
  url: string
  /** Locks the row. */
  hold: { text: string; values: unknown[] }
  work: () => Promise<unknown>
  /** Asked while the work waits; anything but a wait of its own. */
  look: (watcher: pg.Client) => Promise<string[]>
}

/** @returns the findings of `look` while the work was waiting for the row. The work has ended by then. */
export async function whileHeld({ url, hold, work, look }: HeldRowOptions): Promise<string[]> {
  const [holder, watcher] = [await connect(url), await connect(url)]
  await holder.query('begin')
  expect((await holder.query(hold.text, hold.values)).rowCount).toBe(1)
  const working = work()
  try {
    await eventually(async () => {
      const { rowCount } = await watcher.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rowCount).toBeGreaterThan(0)
    })
    return await look(watcher)
  } finally {
    await holder.query('rollback')
    await working
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
