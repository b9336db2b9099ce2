// A database for a library that knows nothing of our transactions: everything that it writes during one call belongs to one
// transaction, which we commit together with rows of our own, such as that of the audit log. The transaction begins with
// the first write. What is read before that is read outside of it, so no connection is held while a password is hashed.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, ControlledTransaction, DatabaseConnection, Driver } from 'kysely'
import type { Db, Trx } from '../client.ts'
import type { DB } from '../tables.ts'

export type LateTransactions = {
  /** For the library. Outside of `run` it is the usual database. */
  db: Db
  /** Commits what `work` wrote when it returns, and takes all of it back when it throws. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** The transaction of the call that is running; begins it. */
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

  /** Also after a commit that failed: on a connection that is lost this fails, but then the database has done it already. */
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

/** Transactions are ours to begin and end, see above. */
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
