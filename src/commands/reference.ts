// The reference of docs/cli.md, written by scripts/write-cli-doc.ts and checked by a test.
import { CALL_COMMANDS, PROGRAM_COMMANDS } from './command-table.ts'
import type { Command, CommandOption } from './command.ts'
import { CALL_OPTIONS, CHANGE_OPTIONS, DESTROY_OPTIONS } from './common-options.ts'
import { OPERATE_COMMANDS } from './operate/operate-commands.ts'
import { lineOf, optionText } from './usage.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

function optionsText(options: Readonly<Record<string, CommandOption>> = {}): string {
  return Object.entries(options)
    .map(([name, option]) => `\`${cell(optionText(name, option))}\`: ${cell(option.summary)}`)
    .join('<br>')
}

function section(title: string, commands: readonly Command[]): string {
  const rows = commands.map(
    (command) => `| \`${lineOf(command)}\` | ${cell(command.summary)} | ${optionsText(command.options)} |`,
  )
  return [`### ${title}`, '', '| command | | options |', '|---|---|---|', ...rows].join('\n')
}

export const referenceText = (): string =>
  [
    section('On the machine of the server', OPERATE_COMMANDS),
    section('From anywhere', CALL_COMMANDS),
    `Commands that call a server also take:\n\n${[CALL_OPTIONS, CHANGE_OPTIONS, DESTROY_OPTIONS]
      .flatMap((options) => Object.entries(options))
      .map(([name, option]) => `- \`${optionText(name, option)}\`: ${option.summary}`)
      .join('\n')}`,
    section('About the program', PROGRAM_COMMANDS),
  ].join('\n\n')
