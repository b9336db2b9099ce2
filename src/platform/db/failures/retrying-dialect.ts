import { PostgresDialect, PostgresDriver } from 'kysely'
import type {
  DatabaseConnection,
  Driver,
  PostgresDialectConfig,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { isDeadlock } from './database-errors.ts'
import { retryDeadlocks } from './deadlock-retry.ts'

type OnDeadlock = (error: unknown) => void

/** Kysely's PostgreSQL dialect with retries: a statement outside a transaction that ends in a deadlock is sent again. */
export class RetryingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #onDeadlock: OnDeadlock

  constructor(config: PostgresDialectConfig, onDeadlock: OnDeadlock) {
    super(config)
    this.#config = config
    this.#onDeadlock = onDeadlock
  }

  override createDriver(): Driver {
    return new RetryingDriver(this.#config, this.#onDeadlock)
  }
}

class RetryingDriver extends PostgresDriver {
  readonly #onDeadlock: OnDeadlock
  readonly #watched = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  constructor(config: PostgresDialectConfig, onDeadlock: OnDeadlock) {
    super(config)
    this.#onDeadlock = onDeadlock
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    // A connection that comes from the pool is in no transaction, however the last one ended.
    this.#inTransaction.delete(connection)
    if (!this.#watched.has(connection)) this.#watch(connection)
    return connection
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    this.#inTransaction.add(connection)
    await super.beginTransaction(connection, settings)
  }

  /** Patched, because connections are created inside the library, which patches them in the same way for its log. */
  #watch(connection: DatabaseConnection): void {
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection) as DatabaseConnection['executeQuery']
    connection.executeQuery = async <Row>(
      ...given: Parameters<DatabaseConnection['executeQuery']>
    ): Promise<QueryResult<Row>> => {
      const send = () => execute<Row>(...given)
      return this.#inTransaction.has(connection)
        ? this.#noting(send)
        : retryDeadlocks(send, { onDeadlock: this.#onDeadlock })
    }
  }

  async #noting<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (error) {
      if (isDeadlock(error)) this.#onDeadlock(error)
      throw error
    }
  }
}
