import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { HELP, runCommand, UsageError } from './commands/commands.ts'
import { readConfig } from './platform/config.ts'
import { AppError } from './platform/errors.ts'
import { terminal } from './platform/terminal.ts'
import { ROLES } from './roles.ts'

// After a SIGTERM a node takes itself down in less; whatever else hangs this long, a start for example, is ended.
const STOP_TIMEOUT_MS = 30_000

async function main([command = 'help', ...args]: string[]): Promise<void> {
  if (command === 'start') return start(args)
  if (command === 'help' || command === '--help') return terminal.print(HELP)
  if (command === 'version' || command === '--version') return terminal.print(readConfig().version)
  await runCommand(command, args)
  const failure: NodeJS.ErrnoException | undefined = await terminal.failure()
  // A reader that has seen enough, such as head, is no failure.
  if (failure && failure.code !== 'EPIPE') {
    throw new Error('The answer could not be written', { cause: failure })
  }
}

async function start(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { role: { type: 'string', default: 'all' } } })
  const role = ROLES.find((known) => known === values.role)
  if (role === undefined) {
    throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not "${values.role}".`)
  }
  const config = readConfig()
  const stop = listenForStop()
  // Loaded here, so that the small commands do not wait for the web server's libraries.
  const [{ startNode }, { banner }] = await Promise.all([import('./start.ts'), import('./banner.ts')])
  if (stop.aborted) return
  // A signal during the start waits for the start: stopping half of it is harder than finishing it, and the keys of
  // a first start are shown only once.
  const node = await startNode(config, { role })
  terminal.print(banner(node, role))
  if (!stop.aborted) await once(stop, 'abort')
  await node.stop()
}

/**
 * All of these mean: stop. SIGHUP comes when the terminal is closed. npm and the process group may each deliver one;
 * the second changes nothing.
 */
function listenForStop(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  stop.signal.addEventListener('abort', () => setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref())
  return stop.signal
}

/** The message of an error and of what caused it; a stack helps nobody at a terminal. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // One error an address, and no message of its own.
  if (error instanceof AggregateError) return [...new Set(error.errors.map(explain))].join('; ')
  if (error instanceof AppError && error.fields) {
    return error.fields.map(({ field, message }) => `${field} ${message}`).join('\n')
  }
  return error.cause === undefined ? error.message : `${error.message}: ${explain(error.cause)}`
}

try {
  await main(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  const isUsage =
    error instanceof UsageError ||
    (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true
  terminal.complain(explain(error))
  process.exit(isUsage ? 2 : 1)
}
