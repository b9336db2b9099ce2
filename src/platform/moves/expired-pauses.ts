import type pg from 'pg'
import { dropFences } from './fences.ts'
import { endPause, listExpiredPauses } from './move-states.ts'

/** For projects whose `projects move` ended without a word while they paused: they work here again. */
export async function endExpiredPauses(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    for (const move of await listExpiredPauses(client)) {
      if (await endPause(client, move)) await dropFences(client, move)
    }
  } finally {
    client.release()
  }
}
