import { CALL_COMMANDS, COMMANDS, PROGRAM_COMMANDS } from './command-table.ts'
import type { Command } from './command.ts'
import { OPERATE_COMMANDS } from './operate/operate-commands.ts'
import { didYouMean } from './suggest.ts'
import { helpOf, lineOf, optionsOf, overviewOf } from './usage.ts'
import { UsageError } from './usage-error.ts'

export const HELP = `Usage: lettermill <command> [options]

On the machine of the server, with its settings and its database:

${overviewOf(OPERATE_COMMANDS)}

Settings come from the environment, and those missing there from a file: --env <file>, or else
/etc/lettermill.env if it exists. docs/configuration.md lists them.

From anywhere, over HTTP:

${overviewOf(CALL_COMMANDS)}

They take --url and --key, or LETTERMILL_BASE_URL and LETTERMILL_API_KEY, or a profile of "login".

About this program:

${overviewOf(PROGRAM_COMMANDS)}

lettermill help <command> shows the options of a command. docs/cli.md has more.`

/** Help about a command, about the commands that begin with a word, or about all of them. */
export function helpAbout(words: readonly string[]): string {
  if (words.length === 0) return HELP
  const typed = words.slice(0, 2).join(' ')
  const one = COMMANDS.find(({ name }) => name === typed) ?? COMMANDS.find(({ name }) => name === words[0])
  if (one) return helpOf(one)
  const group = groupOf(words[0] ?? '')
  if (group.length > 0) return overviewOf(group)
  throw unknownCommand(words)
}

export const groupOf = (word: string): Command[] => COMMANDS.filter(({ name }) => name.startsWith(`${word} `))

/** Names the nearest command, or those of the group that was meant. */
export function unknownCommand([first = '', second]: readonly string[]): UsageError {
  const group = groupOf(first)
  if (group.length > 0) {
    const seconds = group.map(({ name }) => name.split(' ')[1] ?? '')
    const missing =
      second === undefined
        ? `"${first}" needs one more word.`
        : `There is no command "${first} ${second}".${didYouMean(second, seconds)}`
    return new UsageError(`${missing}\n\n${overviewOf(group)}`)
  }
  const firsts = [...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? ''))]
  const hint = didYouMean(first, firsts)
  return new UsageError(
    `There is no command "${first}".${hint}\n\n${hint ? 'lettermill help lists all commands.' : HELP}`,
  )
}

/** The table for other programs. */
export const commandList = (): object[] =>
  COMMANDS.map((command) => ({
    name: command.name,
    family: command.family,
    summary: command.summary,
    effect: command.effect,
    usage: `lettermill ${lineOf(command)}`,
    arguments: (command.arguments ?? []).map(
      ({ name, summary, isOptional = false, isMany = false, choices }) => ({
        name,
        summary,
        required: !isOptional,
        several: isMany,
        ...(choices && { choices }),
      }),
    ),
    options: Object.entries(optionsOf(command)).map(([name, option]) => ({
      name: `--${name}`,
      ...(option.short && { short: `-${option.short}` }),
      type: option.type,
      ...(option.value && { value: option.value }),
      summary: option.summary,
      required: option.isRequired ?? false,
      several: option.isMany ?? false,
      ...(option.choices && { choices: option.choices }),
    })),
  }))
