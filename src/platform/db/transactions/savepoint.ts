import { sql } from 'kysely'
import type { Trx } from '../client.ts'

/**
 * Runs part of a transaction that may fail without ending it: its writes are undone, its locks released, and the
 * transaction continues. The error is still thrown. One part at a time.
 */
export async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx)
  try {
    return await work()
  } catch (error) {
    // This fails too on a lost connection, and the first error says more.
    await sql`rollback to savepoint part`.execute(trx).catch(() => undefined)
    throw error
  } finally {
    await sql`release savepoint part`.execute(trx).catch(() => undefined)
  }
}
