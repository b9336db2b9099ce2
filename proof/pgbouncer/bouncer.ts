// PgBouncer as Debian packages it, in transaction mode before the database of a proof.
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  CHILD_ENV,
  findServerUser,
  makePrivateFolder,
  claimTree,
} from '../../src/platform/postgres/server-user.ts'
import type { ServerUser } from '../../src/platform/postgres/server-user.ts'
import { freePort } from '../../test/harness/free-port.ts'
import { UsageError } from '../harness/command.ts'
import { until } from '../harness/until.ts'

const MISSING = 'This proof needs PgBouncer, which npm does not install: apt-get install pgbouncer'

const START_LIMIT_MS = 60_000

/** The name of the database and of its owner at PgBouncer. */
const DATABASE = 'lettermill'

/** Its sessions have a user of their own, so that they can be told from those of the nodes. */
export const POOLED_USER = 'lettermill_pooled'

type BouncerOptions = { folder: string; databaseUrl: string; sessions: number; connectQuery: string }

export class Bouncer {
  readonly port: number
  readonly #file: string
  readonly #user: ServerUser
  #child: ChildProcess | undefined

  private constructor(place: { port: number; file: string; user: ServerUser }) {
    this.port = place.port
    this.#file = place.file
    this.#user = place.user
  }

  /** Writes its settings. It is not started yet. */
  static async make({ folder, databaseUrl, sessions, connectQuery }: BouncerOptions): Promise<Bouncer> {
    const { stdout } = await promisify(execFile)('pgbouncer', ['--version']).catch(() => {
      throw new UsageError(MISSING)
    })
    if (!stdout.startsWith('PgBouncer')) throw new UsageError(MISSING)
    const user = await findServerUser(undefined)
    makePrivateFolder(folder, user)
    const port = await freePort()
    // The embedded server listens on a socket, whose folder is the host.
    const server = new pg.Client({ connectionString: databaseUrl })
    const place = `host=${server.host} port=${server.port} dbname=${server.database} user=${POOLED_USER} password=${POOLED_USER}`
    const lines = [
      '[databases]',
      `${DATABASE} = ${place} ${connectQuery}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      'max_client_conn = 500',
      `default_pool_size = ${sessions}`,
      // Each transaction gets the session that was used longest ago, so that nothing works by staying in one.
      'server_round_robin = 1',
    ]
    const file = path.join(folder, 'pgbouncer.ini')
    writeFileSync(file, `${lines.join('\n')}\n`)
    claimTree(folder, user)
    return new Bouncer({ port, file, user })
  }

  get url(): string {
    return `postgres://${DATABASE}@127.0.0.1:${this.port}/${DATABASE}`
  }

  async start(): Promise<void> {
    const child = spawn('pgbouncer', ['--quiet', this.#file], {
      ...this.#user,
      env: CHILD_ENV,
      stdio: 'ignore',
    })
    this.#child = child
    await until(() => child.exitCode !== null || this.#answers(), {
      what: 'PgBouncer answers',
      limitMs: START_LIMIT_MS,
    })
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } finally {
      await client.end()
    }
  }
}
