// `lettermill inbox`: a service for tests that leaves nothing behind. It runs on a copy of a prepared database, on free ports,
// and keeps all email in the built-in inbox. The settings of a real service are not read: its database and relay must not be
// used by accident.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { readConfig, readSome } from '../../platform/config.ts'
import type { Config } from '../../platform/config.ts'
import { findFreePort } from '../../platform/free-port.ts'
import { logToStandardError } from '../../platform/log/log.ts'
import { terminal } from '../../platform/terminal.ts'
import { listenForStop } from '../../stop-signals.ts'
import { checkWords } from '../operate/input.ts'
import { UsageError } from '../usage-error.ts'
import { describeInbox, inboxBanner } from './inbox-banner.ts'
import { openInboxFolder } from './inbox-folder.ts'
import type { InboxFolder } from './inbox-folder.ts'

const OPTIONS = {
  port: { type: 'string' },
  'smtp-port': { type: 'string' },
  keep: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

/** Requests of a test that has ended need no more. */
const FINISH_MS = 500

export async function inboxCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  checkWords(positionals, 'inbox')
  const { HOST = '127.0.0.1', LOG_LEVEL = 'warn' } = readSome(['HOST', 'LOG_LEVEL'])
  const PORT = await choosePort(HOST, '--port', values.port)
  const SMTP_PORT = await choosePort(HOST, '--smtp-port', values['smtp-port'])
  logToStandardError()
  const signals = listenForStop(() => terminal.complain('Stopping.'))
  // Loading the program takes as long as copying the database.
  const loading = import('../../start.ts')
  const folder = await openInboxFolder(values.keep)
  try {
    const { startNode } = await loading
    if (signals.stop.aborted) return
    const config = readConfig({ ...ownSettings(folder), HOST, LOG_LEVEL, PORT, SMTP_PORT })
    const node = await startNode(config, { role: 'all', urgent: signals.urgent, finishMs: FINISH_MS })
    const inbox = describeInbox(node, folder.keys)
    const isJson = values.json || !terminal.isWatched
    terminal.print(isJson ? JSON.stringify(inbox) : inboxBanner(inbox, values.keep))
    if (!signals.stop.aborted) await once(signals.stop, 'abort')
    await node.stop()
  } finally {
    folder.remove()
  }
}

/** Everything stays on this machine, and no limit slows tests down. */
const ownSettings = ({ dataDir, keys }: InboxFolder): Partial<Record<keyof Config, string>> => ({
  DATA_DIR: dataDir,
  BOOTSTRAP_SECRET_KEY: keys.secretKey,
  BOOTSTRAP_PUBLIC_KEY: keys.publicKey,
  MAIL_TRANSPORT: 'inbox:',
  SMTPS_PORT: '0',
  BOUNCE_PORT: '0',
  SEND_THREADS: '1',
  API_RATE_PER_MINUTE: '0',
})

async function choosePort(host: string, option: string, given: string | undefined): Promise<string> {
  if (given !== undefined && !(/^\d{1,5}$/.test(given) && Number(given) <= 65_535)) {
    throw new UsageError(
      `${option} must be a port from 0 to 65535; with 0, or without it, a free one is chosen.`,
    )
  }
  try {
    return String(await findFreePort(host, Number(given ?? 0)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${given} of ${host} is in use by another program. Without ${option} a free one is chosen.`,
    )
  }
}
