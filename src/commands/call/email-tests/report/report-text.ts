// The results as text for people.
import { plainText } from '../../../terminal/text-table.ts'
import type { TestResult, Warning } from '../run/run-test.ts'

/** Every test of a file on a line of its own. */
export function listText(results: readonly TestResult[]): string {
  const files = Map.groupBy(results, ({ file }) => file)
  return [...files]
    .map(([file, tests]) =>
      [file, ...tests.map(({ name, failures }) => `  ${failures.length === 0 ? 'ok  ' : 'FAIL'}  ${name}`)]
        .map(plainText)
        .join('\n'),
    )
    .join('\n\n')
}

/** The failures of one test, with the lines of its file. */
export function failureText({ file, failures, timeline }: TestResult): string {
  const lines = failures.flatMap(({ line, message }) => `${file}:${line}: ${message}`.split('\n'))
  const happened = timeline.length === 0 ? [] : ['What happened:', ...timeline.map((one) => `  ${one}`)]
  return [...lines, ...happened].map(plainText).join('\n')
}

export const failuresText = (results: readonly TestResult[]): string =>
  results
    .filter(({ failures }) => failures.length > 0)
    .map((result) => `${plainText(result.name)}\n${indented(failureText(result))}`)
    .join('\n\n')

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

/** A template that several tests send is warned about once. */
export const warningLines = (results: readonly TestResult[]): string[] => [
  ...new Set(results.flatMap(({ warnings }) => warnings.map(warningText))),
]

const warningText = ({ email, message }: Warning): string => plainText(`Warning: ${email}: ${message}`)
