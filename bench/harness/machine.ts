import { cpus, loadavg, totalmem } from 'node:os'
import type pg from 'pg'

/** The properties of the machine that affect figures. No names: the figures are published. */
export async function describeMachine(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<Record<string, string>>(
    "select current_setting('server_version') as version, current_setting('shared_buffers') as buffers, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
  )
  const [server] = rows
  return {
    cores: String(cpus().length),
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    node: process.version,
    postgresql: `${server?.['version']}, shared_buffers ${server?.['buffers']}, fsync ${server?.['fsync']}, synchronous_commit ${server?.['commit']}`,
    'load at start': loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
  }
}
