import { AppError } from '../../errors.ts'
import type { Db, Trx } from '../client.ts'

/**
 * The database of a request that first works elsewhere: in a thread, or with DNS. With an Idempotency-Key a request has one
 * transaction, and so a connection, for all its writes. It must not hold either while it waits for a thread: waiting
 * requests would take all connections. So it reads with `db`, works, and then begins.
 */
export type LateDb = {
  /** For reads before the work. No transaction is open. */
  readonly db: Db
  /** For writes, in the transaction of the request if it has one. Nothing slow may follow. */
  begin(): Promise<Db | Trx>
  /** Undoes all writes since `begin`, so that the work can be repeated before the next one. */
  rollback(): Promise<void>
}

// An attempt fails only if another change of the same record succeeded.
const MOST_TRIES = 20

/**
 * Changes a record based on its current state: `attempt` reads it, works without a transaction, begins, and returns
 * undefined if the record was changed concurrently. Then it is repeated.
 * @throws AppError CONFLICT with the message after too many attempts
 */
export async function retryLate<T>(
  late: LateDb,
  { attempt, message }: { attempt: () => Promise<T | undefined>; message: string },
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const changed = await attempt()
    if (changed !== undefined) return changed
    await late.rollback()
  }
  throw new AppError('CONFLICT', { message, suggestion: 'Repeat the request.' })
}
