// Every command. Help, parsing, shell completion, `commands --json`, and the reference in docs/cli.md come from this table.
import { AS_CODE_COMMANDS } from './call/as-code/commands.ts'
import { EMAIL_TEST_COMMANDS } from './call/email-tests/commands.ts'
import { IMPORT_COMMANDS } from './call/move-in/import-commands.ts'
import { PROFILE_COMMANDS } from './call/profile-commands.ts'
import { CAMPAIGN_COMMANDS } from './call/resources/campaigns.ts'
import { CONTACT_COMMANDS } from './call/resources/contacts.ts'
import { doctorCommand } from './call/resources/doctor.ts'
import { DOMAIN_COMMANDS } from './call/resources/domains.ts'
import { EMAIL_COMMANDS } from './call/resources/emails.ts'
import { EVENT_COMMANDS } from './call/resources/events.ts'
import { TEMPLATE_COMMANDS } from './call/resources/templates.ts'
import { WEBHOOK_COMMANDS } from './call/resources/webhooks.ts'
import { WORKFLOW_COMMANDS } from './call/resources/workflows.ts'
import type { CallCommand, Command, ProgramCommand } from './command.ts'
import { OPERATE_COMMANDS } from './operate/operate-commands.ts'

export const CALL_COMMANDS: readonly CallCommand[] = [
  ...PROFILE_COMMANDS,
  doctorCommand,
  ...EMAIL_COMMANDS,
  ...CONTACT_COMMANDS,
  ...EVENT_COMMANDS,
  ...TEMPLATE_COMMANDS,
  ...CAMPAIGN_COMMANDS,
  ...WORKFLOW_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...DOMAIN_COMMANDS,
  ...AS_CODE_COMMANDS,
  ...EMAIL_TEST_COMMANDS,
  ...IMPORT_COMMANDS,
]

export const SHELLS = ['bash', 'zsh', 'fish'] as const

export const PROGRAM_COMMANDS: readonly ProgramCommand[] = [
  {
    family: 'program',
    effect: 'read',
    name: 'help',
    summary: 'Show all commands, or one',
    arguments: [{ name: 'command', summary: 'Words of the command', isOptional: true, isMany: true }],
  },
  {
    family: 'program',
    effect: 'read',
    name: 'commands',
    summary: 'List all commands with their options',
    options: { json: { type: 'flag', summary: 'Print JSON' } },
  },
  {
    family: 'program',
    effect: 'read',
    name: 'completion',
    summary: 'Print a script that completes commands in a shell',
    arguments: [{ name: 'shell', summary: 'The shell', choices: SHELLS }],
  },
  { family: 'program', effect: 'read', name: 'version', summary: 'Print the version' },
]

export const COMMANDS: readonly Command[] = [...OPERATE_COMMANDS, ...CALL_COMMANDS, ...PROGRAM_COMMANDS]

/** The command that the words begin with, and the rest; undefined if there is none. */
export function findCommand(words: readonly string[]): { command: Command; rest: string[] } | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = COMMANDS.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(length) }
  }
  return undefined
}
