// Notifies the workers of projects that have new email. Only a hint: it is sent after the commit, at most once in 20 ms
// per node, never inside an accepting transaction (there it would make commits wait for each other: 13,000 became 5,000
// per second), and if it is lost, polling finds the email a moment later.
//
// Notifications that email of a project may have been withdrawn come from the database itself (migrations/0056), inside
// the transactions that withdraw it: those are few, and no code path can forget them.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database, Db } from '../../../platform/db/client.ts'
import { isUuid } from '../../../platform/uuid.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log/log.ts'

const CHANNEL = 'lettermill_mail'
const WITHDRAWN_CHANNEL = 'lettermill_withdrawn'
const GATHER_MS = 20
const RECONNECT_MS = 1_000

// A payload has at most 8,000 bytes. With more projects than fit, workers scan the whole queue.
const MOST_PROJECTS = 200

export type EmailAnnouncer = { announce(projectId: ProjectId): void }

export function createEmailAnnouncer(db: Db, log: Log): EmailAnnouncer {
  const projects = new Set<ProjectId>()
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    timer = undefined
    const payload = projects.size > MOST_PROJECTS ? '' : [...projects].join(' ')
    projects.clear()
    sql`select pg_notify(${CHANNEL}, ${payload})`
      .execute(db)
      .catch((error: unknown) => log.debug({ err: error }, 'the workers could not be notified of new email'))
  }
  return {
    announce(projectId) {
      projects.add(projectId)
      timer ??= setTimeout(send, GATHER_MS)
    },
  }
}

/**
 * Both get the ids of projects. The list is empty if `onEmail` had too many to name, and for `onWithdrawn` after a time
 * without a connection.
 */
type EmailListeners = {
  log: Log
  onEmail: (projectIds: readonly ProjectId[]) => void
  onWithdrawn: (projectIds: readonly ProjectId[]) => void
}

const projectsOf = (payload: string | undefined): ProjectId[] =>
  (payload ?? '').split(' ').filter(isUuid) as ProjectId[]

export async function listenForEmail(
  { pool }: Database,
  { log, onEmail, onWithdrawn }: EmailListeners,
): Promise<{ close(): Promise<void> }> {
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** A lost connection may be reported twice, by itself and by a query on it. */
  const drop = (lost: pg.PoolClient) => {
    if (client !== lost) return
    client = undefined
    lost.release(true)
    if (!isClosed) timer = setTimeout(() => void connect(), RECONNECT_MS)
  }

  const listenOn = async (connected: pg.PoolClient): Promise<void> => {
    client = connected
    connected.on('notification', ({ channel, payload }) => {
      const notify = channel === CHANNEL ? onEmail : onWithdrawn
      notify(projectsOf(payload))
    })
    connected.on('error', () => drop(connected))
    try {
      await connected.query(`listen ${WITHDRAWN_CHANNEL}`)
      await connected.query(`listen ${CHANNEL}`)
      onWithdrawn([])
    } catch (error) {
      log.debug({ err: error }, 'not listening for new emails')
      drop(connected)
    }
  }

  const connect = async (): Promise<void> => {
    try {
      const connected = await pool.connect()
      if (isClosed) connected.release(true)
      else await listenOn(connected)
    } catch (error) {
      log.debug({ err: error }, 'not listening for new emails')
      if (!isClosed) timer = setTimeout(() => void connect(), RECONNECT_MS)
    }
  }

  await connect()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      // Closed, not returned to the pool, where it would go on listening.
      if (client) drop(client)
      return Promise.resolve()
    },
  }
}
