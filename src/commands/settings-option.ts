import { UsageError } from './usage-error.ts'

const OPTION = '--env'

/** Removes `--env FILE` from the words, at any position: all commands have it. */
export function extractSettingsFile(words: readonly string[]): { file: string | undefined; rest: string[] } {
  const at = words.findIndex((word) => word === OPTION || word.startsWith(`${OPTION}=`))
  if (at === -1) return { file: undefined, rest: [...words] }
  const isOneWord = words[at] !== OPTION
  const file = isOneWord ? words[at]?.slice(OPTION.length + 1) : words[at + 1]
  if (file === undefined || file === '' || file.startsWith('--')) {
    throw new UsageError('--env needs the name of a file with settings, one NAME=value per line.')
  }
  return { file, rest: words.toSpliced(at, isOneWord ? 1 : 2) }
}
