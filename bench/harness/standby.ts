// A standby of the database server of a stage: a copy made while that one runs, which follows it over its socket.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, createWriteStream, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { claimTree, findServerUser } from '../../src/platform/postgres/server-user.ts'
import type { Stage } from './stage.ts'

const POLL_MS = 50

export type Standby = {
  /** The address of a database on the standby, from that on the primary. */
  urlOf(url: string): string
  stop(): Promise<void>
}

export async function startStandby(stage: Stage): Promise<Standby> {
  const folder = path.join(stage.folder, 'standby')
  const primary = new URL(stage.databaseUrl)
  const settings = await copyRunning(stage, folder)
  const user = await findServerUser(settings.cluster)
  const { username, password, port, searchParams } = primary
  const from = `host=${searchParams.get('host')} port=${port} user=${username} password=${decodeURIComponent(password)}`
  writeFileSync(path.join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  writeFileSync(path.join(folder, 'standby.signal'), '')
  claimTree(folder, user)
  const given = { ...settings.server, listen_addresses: '', port, unix_socket_directories: folder }
  const child = spawn(
    readlinkSync(`/proc/${stage.databasePid}/exe`),
    ['-D', folder, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  // A benchmark that is interrupted does not get to its end.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.stderr.pipe(createWriteStream(`${folder}.log`))
  const urlOf = (url: string) => {
    const there = new URL(url)
    there.searchParams.set('host', folder)
    return there.href
  }
  while (!(await answers(urlOf(stage.databaseUrl)))) {
    if (child.exitCode !== null) throw new Error(readFileSync(`${folder}.log`, 'utf8'))
    await sleep(POLL_MS)
  }
  return {
    urlOf,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
      process.off('exit', endWithUs)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Original = { cluster: string; server: Record<string, string> }

/** A standby refuses to start with fewer connections than its primary. */
const SAME = ['max_connections', 'shared_buffers']

/** The backup API of PostgreSQL: what changes while the files are copied is replayed from the log. */
async function copyRunning({ pool }: Stage, folder: string): Promise<Original> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ name: string; value: string }>(
      'select name, current_setting(name) as value from unnest($1::text[]) as name',
      [['data_directory', ...SAME]],
    )
    const [directory, ...server] = rows
    const cluster = directory?.value ?? ''
    await client.query("select pg_backup_start('standby', true)")
    cpSync(cluster, folder, { recursive: true, filter: (file) => path.basename(file) !== 'postmaster.pid' })
    const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(path.join(folder, 'backup_label'), stopped.rows[0]?.labelfile ?? '')
    return { cluster, server: Object.fromEntries(server.map(({ name, value }) => [name, value])) }
  } finally {
    client.release()
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
