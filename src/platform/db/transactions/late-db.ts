import { AppError } from '../../errors.ts'
import type { Db, Trx } from '../client.ts'

/**
 * The database of a request that has to work elsewhere first: in a thread, or by asking DNS. With an Idempotency-Key a
 * request has one transaction, and so a connection, for all that it writes. It must not keep either while it waits for a
 * thread: those who wait would take all connections from everybody else. So it reads with `db`, works, and begins then.
 */
export type LateDb = {
  /** For reading before the work. No transaction is open. */
  readonly db: Db
  /** Where to write, from now on in the transaction of the request if it has one. Nothing slow may follow. */
  begin(): Promise<Db | Trx>
  /** Takes back all that was written since `begin`, so that the work can be done again before the next one. */
  giveUp(): Promise<void>
}

// Each try is lost only to another change of the same record that succeeded.
const MOST_TRIES = 20

/**
 * Changes a record from what it says at the moment: `attempt` reads it, works without a transaction, begins, and returns
 * undefined when somebody else has changed the record meanwhile. Then all begins anew.
 * @throws AppError CONFLICT after too many tries, with the message
 */
export async function retryLate<T>(
  late: LateDb,
  { attempt, message }: { attempt: () => Promise<T | undefined>; message: string },
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const changed = await attempt()
    if (changed !== undefined) return changed
    await late.giveUp()
  }
  throw new AppError('CONFLICT', { message, suggestion: 'Repeat the request.' })
}
