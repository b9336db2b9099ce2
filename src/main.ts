import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { findCommand } from './commands/command-table.ts'
import { HELP, helpAbout, needsSettings, runCommand, UsageError } from './commands/commands.ts'
import { statusOf } from './exit-status.ts'
import { terminal } from './platform/terminal.ts'
import { ROLES } from './roles.ts'
import { ENDED_AT_ONCE, listenForStop } from './stop-signals.ts'

async function main(words: string[]): Promise<void> {
  const { file, rest } = extractSettingsFile(words)
  const [command = 'help', ...args] = rest
  if (rest.some(isHelp)) return terminal.print(helpFor(rest))
  if (command === '--version') return runCommand('version', [])
  // Loaded here, because commands that call a server need no settings of a server, nor its packages.
  if (needsSettings(command)) (await import('./platform/config.ts')).addSettingsFile(file)
  if (command === 'start') return start(args)
  await runCommand(command, args)
  const failure: NodeJS.ErrnoException | undefined = await terminal.failure()
  // A reader that stops early, such as head, is not a failure.
  if (failure && failure.code !== 'EPIPE') {
    throw new Error('The output could not be written', { cause: failure })
  }
}

const SETTINGS_OPTION = '--env'

/** Removes `--env FILE` from the words, at any position: all commands have it. */
function extractSettingsFile(words: readonly string[]): { file: string | undefined; rest: string[] } {
  const at = words.findIndex((word) => word === SETTINGS_OPTION || word.startsWith(`${SETTINGS_OPTION}=`))
  if (at === -1) return { file: undefined, rest: [...words] }
  const isOneWord = words[at] !== SETTINGS_OPTION
  const file = isOneWord ? words[at]?.slice(SETTINGS_OPTION.length + 1) : words[at + 1]
  if (file === undefined || file === '' || file.startsWith('--')) {
    throw new UsageError('--env needs the name of a file with settings, one NAME=value per line.')
  }
  return { file, rest: words.toSpliced(at, isOneWord ? 1 : 2) }
}

/** Help about a command that calls a server; for an operator's command, all of it. */
function helpFor(words: readonly string[]): string {
  const typed = words.filter((word) => !word.startsWith('-'))
  return findCommand(typed)?.command.family === 'call' ? helpAbout(typed) : HELP
}

const isHelp = (word: string) => word === '--help' || word === '-h'

async function start(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { role: { type: 'string', default: 'all' } } })
  const role = ROLES.find((known) => known === values.role)
  if (role === undefined) {
    throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not "${values.role}".`)
  }
  const config = (await import('./platform/config.ts')).readConfig()
  const { stop, urgent } = listenForStop()
  // Loaded here, so that small commands do not load the web server's libraries.
  const [{ startNode }, { banner }] = await Promise.all([import('./start.ts'), import('./banner.ts')])
  if (stop.aborted) return
  try {
    // A signal during the start waits for its end: stopping halfway is harder, and a terminal shows the keys of a first start only
    // once.
    const node = await startNode(config, { role, urgent })
    terminal.announce(banner(node, role, { isTerminal: terminal.isWatched }))
    if (!stop.aborted) await once(stop, 'abort')
    await node.stop()
  } catch (error) {
    if (!urgent.aborted) throw error
  }
  if (!urgent.aborted) return
  terminal.complain(
    'Ended at once. Running work was aborted; the next start continues with everything that was accepted.',
  )
  process.exit(ENDED_AT_ONCE)
}

process.exit(await statusOf(() => main(process.argv.slice(2))))
