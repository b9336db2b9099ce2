import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database } from './client.ts'

// A load balancer waits a few seconds for /ready and must have an answer by then.
const PATIENCE_MS = 2_000

/** A function that succeeds if the database works, and fails within two seconds if not. */
export function createReadiness({ within }: Pick<Database, 'within'>): () => Promise<void> {
  const { db } = within(PATIENCE_MS)
  let underWay: Promise<void> | undefined
  const probe = async () => {
    await sql`select exists (select from graphile_worker.jobs limit 1)`.execute(db)
  }
  return async () => {
    // One for all who ask: with a server that hangs, each of them would take a connection.
    underWay ??= probe().finally(() => (underWay = undefined))
    await orTooLate(underWay)
  }
}

async function orTooLate(work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const tooLate = new AppError('SERVICE_UNAVAILABLE', { message: 'The database does not answer.' })
  const timer = setTimeout(() => reject(tooLate), PATIENCE_MS)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
