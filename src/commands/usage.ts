// Help texts, made from the table of commands.
import { CALL_OPTIONS, CHANGE_OPTIONS, DESTROY_OPTIONS, LOCAL_OPTIONS } from './common-options.ts'
import type { Command, CommandArgument, CommandOption } from './command.ts'

type Options = Readonly<Record<string, CommandOption>>

/** With the options that all commands of its kind have. */
export function optionsOf(command: Command): Options {
  const own = command.options ?? {}
  if (command.family !== 'call') return own
  return {
    ...own,
    ...(command.effect !== 'read' && !command.isLocal && CHANGE_OPTIONS),
    ...(command.effect === 'destroy' && DESTROY_OPTIONS),
    ...(command.isLocal ? LOCAL_OPTIONS : CALL_OPTIONS),
    // A command may describe an option in words of its own.
    ...own,
  }
}

const shown = ({ name, isOptional, isMany }: CommandArgument): string => {
  const word = `<${name}>${isMany ? '…' : ''}`
  return isOptional ? `[${word}]` : word
}

/** `emails get <id>`, with its required options. */
export function lineOf(command: Command): string {
  const required = Object.entries(command.options ?? {}).filter(([, { isRequired }]) => isRequired)
  return [
    command.name,
    ...(command.arguments ?? []).map(shown),
    ...required.map(([name, { value = '<value>' }]) => `--${name} ${value}`),
  ].join(' ')
}

export const usageOf = (command: Command): string =>
  `Usage: lettermill ${lineOf(command)}${Object.keys(optionsOf(command)).length > 0 ? ' [options]' : ''}`

export function optionText(name: string, { value, short, type }: CommandOption): string {
  return `${short ? `-${short}, ` : ''}--${name}${type === 'flag' ? '' : ` ${value ?? '<value>'}`}`
}

/** Two columns, indented. */
function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const summaryOf = ({ summary, choices, isMany }: CommandOption): string =>
  `${summary}${choices ? `: ${choices.join(', ')}` : ''}${isMany ? ' (several times)' : ''}`

/** Everything about one command. */
export function helpOf(command: Command): string {
  const words = (command.arguments ?? []).map((argument) => [shown(argument), argument.summary] as const)
  const options = Object.entries(optionsOf(command)).map(
    ([name, option]) => [optionText(name, option), summaryOf(option)] as const,
  )
  return [
    usageOf(command),
    '',
    `${command.summary}.`,
    ...(words.length > 0 ? ['', ...aligned(words)] : []),
    ...(options.length > 0 ? ['', ...aligned(options)] : []),
  ].join('\n')
}

/** The commands of one kind, with their summaries. */
export const overviewOf = (commands: readonly Command[]): string =>
  aligned(commands.map((command) => [lineOf(command), command.summary] as const)).join('\n')
