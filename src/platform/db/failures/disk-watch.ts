// Tracks whether the disk of the database may be full. PostgreSQL reports it only to a statement that needs a new block;
// many others still succeed, so GET /ready would not notice. So every error of the server is checked, and after a full disk
// /ready tries to write until that works again (readiness.ts).
import type pg from 'pg'
import { DISK_FULL } from './database-errors.ts'

export type DiskWatch = {
  /** A statement failed with a full disk since the last successful probe. */
  readonly isSuspected: boolean
  markWritable(): void
}

/** The driver (pg 8.23) emits the errors of the server here; not part of its types. */
type PgClientInternals = { connection: NodeJS.EventEmitter }

export function watchDisk(pool: pg.Pool): DiskWatch {
  let isSuspected = false
  pool.on('connect', (client) => {
    const { connection } = client as unknown as PgClientInternals
    connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code === DISK_FULL) isSuspected = true
    })
  })
  return {
    get isSuspected() {
      return isSuspected
    },
    markWritable: () => {
      isSuspected = false
    },
  }
}
