import type { Db, Trx } from './client.ts'

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
