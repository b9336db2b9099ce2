// The results in the form that CI systems read.
import type { TestResult } from '../run/run-test.ts'
import { failureText } from './report-text.ts'

export function junitOf(results: readonly TestResult[]): string {
  const files = Map.groupBy(results, ({ file }) => file)
  const suites = [...files].flatMap(([file, tests]) => [
    `  <testsuite name="${escaped(file)}" ${countsOf(tests)}>`,
    ...tests.flatMap(caseOf),
    '  </testsuite>',
  ])
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="lettermill test" ${countsOf(results)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

const countsOf = (results: readonly TestResult[]): string => {
  const failed = results.filter(({ failures }) => failures.length > 0)
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  return `tests="${results.length}" failures="${failed.length}" errors="0" skipped="0" time="${seconds.toFixed(3)}"`
}

function caseOf(result: TestResult): string[] {
  const { file, name, line, failures, seconds } = result
  const head = `    <testcase classname="${escaped(file)}" name="${escaped(name)}" file="${escaped(file)}" line="${line}" time="${seconds.toFixed(3)}"`
  const [first] = failures
  if (!first) return [`${head}/>`]
  const [message = ''] = first.message.split('\n')
  return [
    `${head}>`,
    `      <failure message="${escaped(message)}">${escaped(failureText(result))}</failure>`,
    '    </testcase>',
  ]
}

// XML 1.0 has no way to write them.
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
