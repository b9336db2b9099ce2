import type { ControlledTransaction } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { retryDeadlocks } from '../failures/deadlock-retry.ts'
import type { DB } from '../tables.ts'

/** Runs the work in a transaction of its own, and undoes it. After a deadlock it runs again. */
export function rolledBack<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryDeadlocks(async () => {
    const trx: ControlledTransaction<DB> = await db.startTransaction().execute()
    try {
      return await work(trx)
    } finally {
      // This fails on a lost connection, but then the database has rolled back already.
      await trx
        .rollback()
        .execute()
        .catch(() => undefined)
    }
  })
}
