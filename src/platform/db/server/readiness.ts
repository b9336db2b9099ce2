import { sql } from 'kysely'
import { AppError } from '../../errors.ts'
import { inTransaction } from '../client.ts'
import type { Database, Db } from '../client.ts'

// A load balancer waits a few seconds for /ready and needs an answer by then.
const TIMEOUT_MS = 2_000

// About a megabyte: a disk with less space is effectively full. Writing it takes a few milliseconds.
const PROBE_ROWS = 30_000

/** Returns a check that resolves if the database works and has disk space, and rejects within two seconds otherwise. */
export function createReadiness({ within, disk }: Pick<Database, 'within' | 'disk'>): () => Promise<void> {
  const { db } = within(TIMEOUT_MS)
  let underWay: Promise<void> | undefined
  const probe = async () => {
    await sql`select exists (select from graphile_worker.jobs limit 1)`.execute(db)
    if (!disk.isSuspected) return
    await writeProbeTable(db)
    disk.markWritable()
  }
  return async () => {
    // Shared by all callers: with a server that hangs, each of them would hold a connection.
    underWay ??= probe().finally(() => (underWay = undefined))
    await withTimeout(underWay)
  }
}

/** Allocates new disk blocks and frees them; a temporary table is visible to this session only. */
async function writeProbeTable(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`create temporary table disk_probe on commit drop as
      select n from generate_series(1, ${sql.lit(PROBE_ROWS)}) as n`.execute(trx)
  })
}

async function withTimeout(work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const tooLate = new AppError('SERVICE_UNAVAILABLE', { message: 'The database does not answer.' })
  const timer = setTimeout(() => reject(tooLate), TIMEOUT_MS)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
