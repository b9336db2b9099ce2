// A primary and a synchronous standby, as Debian packages PostgreSQL, and what a cluster manager does with them: it promotes the
// standby when the primary is gone, and makes the old primary a standby of the new one.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Undo } from '../../bench/harness/undo.ts'
import { openDatabase } from '../../src/platform/db/client.ts'
import { createLog } from '../../src/platform/log/log.ts'
import { PostgresServer } from '../../test/harness/postgres-server.ts'
import { UsageError } from '../harness/command.ts'
import type { StageDatabase } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

const DATABASE = 'lettermill'
const WAIT_MS = 120_000

const MISSING =
  'This proof needs PostgreSQL with replication, which npm does not install: apt-get install postgresql'

export class ServerPair {
  primary: PostgresServer
  standby: PostgresServer

  constructor(primary: PostgresServer, standby: PostgresServer) {
    this.primary = primary
    this.standby = standby
  }

  /** The standby becomes the primary. Its commits wait for nobody until the other server follows it. */
  async promote(): Promise<void> {
    const { primary, standby } = this
    await standby.query("alter system set synchronous_standby_names = ''")
    await standby.promote()
    await standby.query('select pg_reload_conf()')
    Object.assign(this, { primary: standby, standby: primary })
  }

  /** Makes the old primary, which is stopped, a standby, for which commits wait from then on. */
  async rebuildStandby(): Promise<void> {
    await this.standby.rebuildFrom(this.primary)
    await this.standby.start()
    await this.waitForStandby()
  }

  async waitForStandby(): Promise<void> {
    await this.primary.query("alter system set synchronous_standby_names = '*'")
    await this.primary.query('select pg_reload_conf()')
    const isSynchronous = async () =>
      (await this.primary.query("select from pg_stat_replication where sync_state = 'sync'")).length === 1
    await until(isSynchronous, { what: 'the standby is synchronous', limitMs: WAIT_MS })
  }
}

export async function startPair(
  folder: string,
  undo: Undo,
): Promise<{ pair: ServerPair; database: StageDatabase }> {
  const bin = await findBinaries()
  const primary = await PostgresServer.make({
    bin,
    folder: path.join(folder, 'one'),
    settings: { max_connections: '200' },
  })
  const standby = await primary.copyAsStandby(path.join(folder, 'two'))
  undo.push(() => Promise.all([primary.kill(), standby.kill()]))
  await primary.start()
  await standby.start()
  const pair = new ServerPair(primary, standby)
  await primary.query(`create database ${DATABASE}`)
  await pair.waitForStandby()
  const urls = [primary, standby].map((server) => server.urlOf(DATABASE))
  const client = openDatabase({ poolSize: 4, log: createLog('silent') })
  undo.push(() => client.close())
  await client.connectTo(urls)
  return {
    pair,
    database: {
      url: urls.join(),
      pool: client.within(0).pool,
      get pid() {
        return pair.primary.pid
      },
    },
  }
}

async function findBinaries(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('pg_config', ['--bindir'])
    const bin = stdout.trim()
    await promisify(execFile)(path.join(bin, 'pg_basebackup'), ['--version'])
    return bin
  } catch {
    throw new UsageError(MISSING)
  }
}
