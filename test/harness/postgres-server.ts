// PostgreSQL servers that replicate, for tests of fail-over: one is made anew, others are standbys of it. They run without the
// supervisor of the embedded database, so that they can be killed, paused and promoted.
import { execFile, execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { claimTree, findServerUser, makePrivateFolder } from '../../src/platform/postgres/server-user.ts'
import type { ServerUser } from '../../src/platform/postgres/server-user.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

const SUPERUSER = 'postgres'
const POLL_MS = 50
const CONNECT_LIMIT_MS = 2_000

/** `bin`: the folder with initdb, postgres and, for standbys of a server that runs, pg_basebackup. */
type ServerOptions = { bin: string; folder: string; settings?: Record<string, string> }

type Place = Required<ServerOptions> & { user: ServerUser; port: number }

export class PostgresServer {
  readonly #place: Place
  #child: ChildProcess | undefined

  private constructor(place: Place) {
    this.#place = place
  }

  /** Makes a new cluster. It is not started yet. */
  static async make({ bin, folder, settings = {} }: ServerOptions): Promise<PostgresServer> {
    const user = await findServerUser(undefined)
    makePrivateFolder(folder, user)
    const options = ['-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    await run(path.join(bin, 'initdb'), ['-D', folder, ...options], { ...user, cwd: '/' })
    return new PostgresServer({ bin, folder, settings, user, port: await freePort() })
  }

  /** Copies this server, which is stopped or has never been started, and makes the copy a standby of it. */
  async copyAsStandby(folder: string): Promise<PostgresServer> {
    const { folder: original, port, user } = this.#place
    cpSync(original, folder, { recursive: true })
    follow(folder, port)
    claimTree(folder, user)
    return new PostgresServer({ ...this.#place, folder, port: await freePort() })
  }

  /** Makes this server, which is stopped, a standby of another one that runs; what it had is lost. */
  async rebuildFrom({ port }: PostgresServer): Promise<void> {
    const { bin, folder, user } = this.#place
    rmSync(folder, { recursive: true, force: true })
    makePrivateFolder(folder, user)
    const from = ['-h', '127.0.0.1', '-p', String(port), '-U', SUPERUSER]
    const args = ['-D', folder, ...from, '--checkpoint=fast', '--no-sync']
    await run(path.join(bin, 'pg_basebackup'), args, { ...user, cwd: '/' })
    follow(folder, port)
    claimTree(folder, user)
  }

  get port(): number {
    return this.#place.port
  }

  /** The first process; 0 while the server does not run. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  urlOf(database: string): string {
    return `postgres://${SUPERUSER}@127.0.0.1:${this.port}/${database}`
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    const { bin, folder, settings, user, port } = this.#place
    const given = { ...SETTINGS, ...settings, port: String(port), unix_socket_directories: folder }
    const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(path.join(bin, 'postgres'), ['-D', folder, ...args], {
      ...user,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.pipe(createWriteStream(`${folder}.log`, { flags: 'a' }))
    this.#child = child
    while (child.exitCode === null) {
      if (await this.#answers()) return
      await sleep(POLL_MS)
    }
    throw new Error(`PostgreSQL in ${folder} did not start:\n${readFileSync(`${folder}.log`, 'utf8')}`)
  }

  #answers(): Promise<boolean> {
    return this.query('select').then(
      () => true,
      () => false,
    )
  }

  /** Kills all of its processes at once, as a power cut does. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    signalTree(child.pid ?? 0, 'SIGKILL')
    await ended
    rmSync(path.join(this.#place.folder, 'postmaster.pid'), { force: true })
  }

  /** Stops all of its processes without ending them: connections stay open, and nothing is answered. */
  pause(): void {
    signalTree(this.pid, 'SIGSTOP')
  }

  resume(): void {
    signalTree(this.pid, 'SIGCONT')
  }

  /** Makes it the primary. */
  async promote(): Promise<void> {
    await this.query('select pg_promote(true)')
  }

  async query(sql: string, database = SUPERUSER): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({
      connectionString: this.urlOf(database),
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query<Record<string, unknown>>(sql)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  wal_level: 'replica',
  hot_standby: 'on',
  // A standby that was away catches up without an archive.
  wal_keep_size: '512MB',
}

function follow(folder: string, port: number): void {
  const conninfo = `host=127.0.0.1 port=${port} user=${SUPERUSER} application_name=standby`
  appendFileSync(path.join(folder, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`)
  writeFileSync(path.join(folder, 'standby.signal'), '', { mode: 0o600 })
}

/** Its children are in sessions of their own, so no signal reaches all of them at once. The first goes first: it starts others. */
function signalTree(pid: number, name: NodeJS.Signals): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

function childrenOf(pid: number): number[] {
  if (process.platform === 'linux') return numbersIn(`/proc/${pid}/task/${pid}/children`)
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  const pairs = all.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([, parent]) => parent === pid).map(([child = 0]) => child)
}

const numbersIn = (file: string): number[] =>
  readFileSync(file, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
