// Knows whether the disk of the database may be full. PostgreSQL tells it only to the statement that needs a new block;
// many others still succeed, so GET /ready would not notice. Every answer of the server is therefore looked at for this
// one error, and once it was seen, /ready tries to write until that works again (readiness.ts).
import type pg from 'pg'
import { DISK_FULL } from './database-errors.ts'

export type DiskWatch = {
  /** A statement has met a full disk since the last time that there was room. */
  readonly isSuspected: boolean
  foundRoom(): void
}

/** The driver (pg 8.23) hands on the errors of the server here; not part of its types. */
type Driven = { connection: NodeJS.EventEmitter }

export function watchDisk(pool: pg.Pool): DiskWatch {
  let isSuspected = false
  pool.on('connect', (client) => {
    const { connection } = client as unknown as Driven
    connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code === DISK_FULL) isSuspected = true
    })
  })
  return {
    get isSuspected() {
      return isSuspected
    },
    foundRoom: () => {
      isSuspected = false
    },
  }
}
