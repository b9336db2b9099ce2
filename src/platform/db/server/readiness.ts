import { sql } from 'kysely'
import { AppError } from '../../errors.ts'
import { inTransaction } from '../client.ts'
import type { Database, Db } from '../client.ts'

// A load balancer waits a few seconds for /ready and must have an answer by then.
const PATIENCE_MS = 2_000

// About a megabyte: a disk with less room than that is as good as full. Writing it takes some milliseconds.
const PROBE_ROWS = 30_000

/** A function that succeeds if the database works and has room, and fails within two seconds if not. */
export function createReadiness({ within, disk }: Pick<Database, 'within' | 'disk'>): () => Promise<void> {
  const { db } = within(PATIENCE_MS)
  let underWay: Promise<void> | undefined
  const probe = async () => {
    await sql`select exists (select from graphile_worker.jobs limit 1)`.execute(db)
    if (!disk.isSuspected) return
    await writeAndForget(db)
    disk.foundRoom()
  }
  return async () => {
    // One for all who ask: with a server that hangs, each of them would take a connection.
    underWay ??= probe().finally(() => (underWay = undefined))
    await orTooLate(underWay)
  }
}

/** Takes new blocks of the disk and gives them back; nobody else sees a temporary table. */
async function writeAndForget(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`create temporary table disk_probe on commit drop as
      select n from generate_series(1, ${sql.lit(PROBE_ROWS)}) as n`.execute(trx)
  })
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
