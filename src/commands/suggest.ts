import { misspellingOf } from '../platform/text/spelling.ts'

/** ` Did you mean "x"?`, or nothing. Commands are few and short, so two edits are taken for an error in any of them. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const begun = known.filter((name) => typed.length >= 2 && name.startsWith(typed))
  const [meant] = [...begun, ...known.filter((name) => misspellingOf(typed, name) !== undefined)]
  return meant === undefined ? '' : ` Did you mean "${meant}"?`
}
