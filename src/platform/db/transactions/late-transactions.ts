// A database for a library that knows nothing of our transactions: all its writes during one call belong to one
// transaction, which we commit together with our own rows, such as the audit log's. The transaction begins with the first
// write. Earlier reads happen outside it, so no connection is held while a password is hashed.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, ControlledTransaction, DatabaseConnection, Driver } from 'kysely'
import type { Db, Trx } from '../client.ts'
import type { DB } from '../tables.ts'

export type LateTransactions = {
  /** For the library. Outside of `run` it is the usual database. */
  db: Db
  /** Commits the writes of `work` when it returns, and rolls them back when it throws. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** Begins the transaction of the current call, or returns it. */
  begin: () => Promise<Trx>
}

export function createLateTransactions(db: Db): LateTransactions {
  const running = new AsyncLocalStorage<Call>()
  const execute = async (query: CompiledQuery) => {
    const call = running.getStore()
    const isReading = query.query.kind === 'SelectQueryNode'
    const place = !call || (isReading && !call.isBegun) ? db : await call.begin()
    return place.executeQuery(query)
  }
  return {
    db: new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createIntrospector: () => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createDriver: () => driverOf(execute as DatabaseConnection['executeQuery']),
      },
    }),
    async run(work) {
      const call = new Call(db)
      try {
        const result = await running.run(call, work)
        await call.commit()
        return result
      } catch (error) {
        await call.rollback()
        throw error
      }
    },
    async begin() {
      const call = running.getStore()
      if (!call) throw new Error('a late transaction was asked for outside of a call')
      return call.begin()
    },
  }
}

class Call {
  readonly #db: Db
  #begun: Promise<ControlledTransaction<DB>> | undefined
  #isOver = false

  constructor(db: Db) {
    this.#db = db
  }

  get isBegun(): boolean {
    return this.#begun !== undefined
  }

  begin(): Promise<ControlledTransaction<DB>> {
    if (this.#isOver) throw new Error('the call that the transaction belonged to is over')
    this.#begun ??= this.#db.startTransaction().execute()
    return this.#begun
  }

  async commit(): Promise<void> {
    this.#isOver = true
    const trx = await this.#begun
    await trx?.commit().execute()
  }

  /** Also after a failed commit. This fails on a lost connection, but then the database has rolled back already. */
  async rollback(): Promise<void> {
    this.#isOver = true
    const trx = await this.#begun?.catch(() => undefined)
    if (!trx || trx.isCommitted) return
    await trx
      .rollback()
      .execute()
      .catch(() => undefined)
  }
}

/** Only this file begins and ends transactions, see above. */
function driverOf(executeQuery: DatabaseConnection['executeQuery']): Driver {
  const refuse = async () => {
    throw new Error('a library must not begin a transaction of its own here')
  }
  const connection: DatabaseConnection = {
    executeQuery,
    streamQuery: () => {
      throw new Error('nothing is streamed in a late transaction')
    },
  }
  const nothing = async () => undefined
  return {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: nothing,
    destroy: nothing,
  }
}
