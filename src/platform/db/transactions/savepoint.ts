import { sql } from 'kysely'
import type { Trx } from '../client.ts'

/**
 * Runs part of a transaction that may fail without ending it: what the part wrote is undone and its locks are released,
 * and the transaction goes on. The error is thrown all the same. One part at a time.
 */
export async function inSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx)
  try {
    return await work()
  } catch (error) {
    // On a lost connection this fails too, and the first error says more.
    await sql`rollback to savepoint part`.execute(trx).catch(() => undefined)
    throw error
  } finally {
    await sql`release savepoint part`.execute(trx).catch(() => undefined)
  }
}
