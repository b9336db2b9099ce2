// Finds the command that the words name, and runs it. Operator's commands are loaded on demand, because loading code takes
// most of the time of a short command, and commands that call a server must not need the libraries of the server.
import { terminal } from '../platform/terminal.ts'
import { runCall } from './call/run-call.ts'
import { findCommand, SHELLS } from './command-table.ts'
import type { ProgramCommand } from './command.ts'
import { completionScript } from './completion/completion-scripts.ts'
import { commandList, HELP, helpAbout, unknownCommand } from './help.ts'
import { parseWords } from './parse-words.ts'
import { programVersion } from '../platform/program.ts'
import { didYouMean } from './suggest.ts'
import { optionsOf, usageOf } from './usage.ts'
import { UsageError } from './usage-error.ts'

export { HELP, helpAbout } from './help.ts'
export { UsageError } from './usage-error.ts'

type OperateRunner = (args: string[]) => Promise<void>

/** By the first word; the rest is parsed there. */
const OPERATE: Record<string, () => Promise<OperateRunner>> = {
  projects: async () => (await import('./operate/projects-command.ts')).projectsCommand,
  accounts: async () => (await import('./operate/accounts-command.ts')).accountsCommand,
  keys: async () => (await import('./operate/keys-command.ts')).keysCommand,
  feedback: async () => (await import('./operate/feedback-command.ts')).feedbackCommand,
  objects: async () => (await import('./operate/objects-command.ts')).objectsCommand,
  'dkim-zone': async () => (await import('./operate/dkim-zone-command.ts')).dkimZoneCommand,
  backup: async () => (await import('./operate/backup-command.ts')).backupCommand,
  restore: async () => (await import('./operate/restore-command.ts')).restoreCommand,
  inbox: async () => (await import('./inbox/inbox-command.ts')).inboxCommand,
  'rehearse-upgrade': async () =>
    (await import('./operate/rehearse-upgrade-command.ts')).rehearseUpgradeCommand,
  'explain-bounce': async () => (await import('./operate/explain-bounce.ts')).explainBounceCommand,
}

/** Whether the settings of the server are read from a file, too. */
export const needsSettings = (command: string): boolean =>
  command === 'start' || (command in OPERATE && command !== 'explain-bounce' && command !== 'inbox')

export async function runCommand(first: string, args: string[]): Promise<void> {
  const found = findCommand([first, ...args])
  const operate = Object.hasOwn(OPERATE, first) ? OPERATE[first] : undefined
  if (operate) {
    if (found) checkOptions(found)
    return (await operate())(args)
  }
  if (!found) throw unknownCommand([first, ...args])
  const { command, rest } = found
  if (command.family === 'call') return runCall(command, rest)
  if (command.family === 'program') return runProgram(command, rest)
  throw new Error(`"${command.name}" is run by main.ts`)
}

/** The commands themselves refuse unknown options; here a hint is added for those that are misspelt. */
function checkOptions({ command, rest }: NonNullable<ReturnType<typeof findCommand>>): void {
  const known = Object.keys(optionsOf(command)).map((name) => `--${name}`)
  for (const word of rest) {
    const [name = ''] = word.split('=')
    if (!name.startsWith('--') || name === '--' || known.includes(name)) continue
    const hint = didYouMean(name, known)
    if (!hint) continue
    throw new UsageError(`There is no option ${name} of "${command.name}".${hint}\n${usageOf(command)}`)
  }
}

async function runProgram(command: ProgramCommand, words: readonly string[]): Promise<void> {
  const parsed = parseWords(command, words, optionsOf(command))
  switch (command.name) {
    case 'help':
      return terminal.print(helpAbout(parsed.texts('command')))
    case 'commands':
      return terminal.print(
        parsed.isOn('json') || !terminal.isWatched ? JSON.stringify({ commands: commandList() }) : HELP,
      )
    case 'completion': {
      const shell = SHELLS.find((one) => one === parsed.word('shell')) ?? 'bash'
      return terminal.print(completionScript(shell).trimEnd())
    }
    default:
      return terminal.print(programVersion())
  }
}
