// The operator's commands. They work beside a running server (DATA_DIR leads to its database) or alone. Each is loaded on
// demand, because loading code takes most of the time of a short command.
import { UsageError } from './usage-error.ts'

export { UsageError } from './usage-error.ts'

export const HELP = `Usage: lettermill <command>

  start [--role all|api|worker]             run the service
  projects create <name>                    create a project with a secret and a public key
  projects list
  projects disable <id>                     answer 403 to every request of the project
  projects enable <id>
  keys create [--name <name>] [--kind secret|public] [--scope full,send,read] [--expires <ISO date>]
  keys list
  keys rotate <id> [--grace-seconds <n>]    create a new key; the old one works for the grace period (a day)
  keys revoke <id>
  accounts list
  accounts reset-password <email>           set a new password; ends sessions and second factor
  feedback show                             show the URL for the reports of the email provider (docs/providers.md)
  feedback rotate [--grace-seconds <n>]     create a new URL; the old one works for the grace period (a day)
  feedback set-key <name> <key>             set a key that proves reports of the provider
  feedback remove-key <name>
  backup <file> [--force] [--quiet]         write all data into one compressed file; - is standard output
  restore <file> [--cancel-due] [--quiet]   load a backup into an empty database; - is standard input
  explain-bounce <file>…                    explain bounces and complaints, one line of JSON per email; - is standard input

keys … take --project <id>, optional if there is only one project.
projects …, keys …, accounts … and feedback … take --json.
Settings come from the environment, and those missing there from a file: --env <file>, or else
/etc/lettermill.env if it exists. docs/configuration.md lists them.`

export const needsSettings = (command: string): boolean => command !== 'explain-bounce'

export async function runCommand(command: string, args: string[]): Promise<void> {
  switch (command) {
    case 'projects':
      return (await import('./projects-command.ts')).projectsCommand(args)
    case 'accounts':
      return (await import('./accounts-command.ts')).accountsCommand(args)
    case 'keys':
      return (await import('./keys-command.ts')).keysCommand(args)
    case 'feedback':
      return (await import('./feedback-command.ts')).feedbackCommand(args)
    case 'backup':
      return (await import('./backup-command.ts')).backupCommand(args)
    case 'restore':
      return (await import('./restore-command.ts')).restoreCommand(args)
    case 'explain-bounce':
      return (await import('./explain-bounce.ts')).explainBounceCommand(args)
    default:
      throw new UsageError(`There is no command "${command}".\n\n${HELP}`)
  }
}
