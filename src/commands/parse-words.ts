// Parses the words behind the name of a command by its row of the table.
import { parseArgs } from 'node:util'
import type { Command, CommandArgument, CommandOption, ParsedWords } from './command.ts'
import { didYouMean } from './suggest.ts'
import { usageOf } from './usage.ts'
import { UsageError } from './usage-error.ts'

type Options = Readonly<Record<string, CommandOption>>
type WordValues = Map<string, string[]>

/** @throws UsageError */
export function parseWords(command: Command, words: readonly string[], options: Options): ParsedWords {
  const { values, positionals } = readWords(command, words, options)
  const given = readArguments(command, positionals)
  for (const [name, option] of Object.entries(options)) checkOption(command, { name, option, values })
  return {
    word: (name) => given.get(name)?.[0] ?? '',
    text: (name) => values.get(name)?.at(-1),
    texts: (name) => values.get(name) ?? given.get(name) ?? [],
    isOn: (name) => values.has(name),
  }
}

function readWords(
  command: Command,
  words: readonly string[],
  options: Options,
): { values: WordValues; positionals: string[] } {
  const known = Object.fromEntries(
    Object.entries(options).map(([name, { type, short }]) => [
      name,
      { type: type === 'flag' ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  )
  const { tokens, positionals } = parseArgs({
    args: [...words],
    options: known,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const values: WordValues = new Map()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (!option) {
      const names = Object.keys(options).map((name) => `--${name}`)
      throw new UsageError(
        `There is no option ${token.rawName} of "${command.name}".${didYouMean(`--${token.name}`, names)}\n${usageOf(command)}`,
      )
    }
    values.set(token.name, [...(values.get(token.name) ?? []), valueOf(token, option)])
  }
  return { values, positionals }
}

type OptionToken = { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }

function valueOf(
  { rawName, value, inlineValue }: OptionToken,
  { type, value: shown }: CommandOption,
): string {
  if (type === 'flag') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`)
    return ''
  }
  if (value === undefined || (inlineValue !== true && value.startsWith('--'))) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${shown ?? '<value>'}`)
  }
  return value
}

type OptionCheck = { name: string; option: CommandOption; values: WordValues }

function checkOption(command: Command, { name, option, values }: OptionCheck): void {
  const given = values.get(name) ?? []
  if (option.isRequired && given.length === 0) {
    throw new UsageError(`--${name} is missing.\n${usageOf(command)}`)
  }
  if (given.length > 1 && option.type === 'text' && !option.isMany) {
    throw new UsageError(`--${name} was given ${given.length} times, and takes one value.`)
  }
  const wrong = given.find((value) => option.choices?.includes(value) === false)
  if (wrong !== undefined && option.choices) {
    throw new UsageError(`--${name} must be one of ${option.choices.join(', ')}, not "${wrong}".`)
  }
}

/** Refuses too few or too many words: an unquoted name must not lose its second half. */
function readArguments(command: Command, positionals: readonly string[]): WordValues {
  const wanted = command.arguments ?? []
  const takesAll = wanted.at(-1)?.isMany === true
  const missing = wanted.findIndex(({ isOptional }, index) => !isOptional && positionals[index] === undefined)
  if (missing !== -1) throw new UsageError(`<${wanted[missing]?.name}> is missing.\n${usageOf(command)}`)
  if (positionals.length > wanted.length && !takesAll) {
    throw new UsageError(`"${positionals[wanted.length]}" is one word too many.\n${usageOf(command)}`)
  }
  return new Map(
    wanted.map((argument, index) => [argument.name, wordsOf(argument, positionals.slice(index))]),
  )
}

function wordsOf({ name, isMany, choices }: CommandArgument, rest: readonly string[]): string[] {
  const words = isMany ? [...rest] : rest.slice(0, 1)
  const wrong = words.find((word) => choices?.includes(word) === false)
  if (wrong !== undefined && choices) {
    throw new UsageError(
      `<${name}> must be one of ${choices.join(', ')}, not "${wrong}".${didYouMean(wrong, choices)}`,
    )
  }
  return words
}
