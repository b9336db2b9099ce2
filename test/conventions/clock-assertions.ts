// No test measures time or has a time limit of its own: on a busy machine every figure is wrong, and the test with it. Figures
// are for bench/ and proof/. Looks at the syntax tree, so that a comment may name what a test may not use.
import ts from 'typescript'

/** Functions that only serve to measure time. */
const METERS: Record<string, string[]> = {
  performance: ['now', 'measure', 'timerify', 'eventLoopUtilization'],
  process: ['cpuUsage', 'threadCpuUsage', 'hrtime', 'uptime', 'resourceUsage'],
  console: ['time', 'timeEnd'],
}
const METER_FUNCTIONS = ['monitorEventLoopDelay']

/** Has one limit for all, against hanging: vitest.config.ts and test/support/eventually.ts. */
const OWN_LIMITS = ['waitFor', 'waitUntil', 'setConfig']
const SUITE_FUNCTIONS = /^(it|test|describe|before(All|Each)|after(All|Each))(\.(each|for|concurrent)\b.*)?$/s

/** Parsing every test takes seconds, and few of them mention any of it. */
const MENTIONS_TIME =
  /performance|process\.|console\.time|monitorEventLoopDelay|Date\.now|new Date\(\)|vi\.|timeout|, [\d_]+\)$/m

/** @param file path from the root of the repository */
export function findClockReads(file: string, text: string): string[] {
  if (!MENTIONS_TIME.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isMeter(node) || isTimePassed(node) || isOwnLimit(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${file}:${line + 1}: ${node.getText()}`)
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isMeter(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return METER_FUNCTIONS.includes(node.text)
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    (METERS[node.expression.text] ?? []).includes(node.name.text)
  )
}

/** `vi.waitFor(…)`, `it('…', …, 5_000)` and `it('…', { timeout: 5_000 }, …)` */
function isOwnLimit(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false
  const callee = node.expression.getText()
  if (OWN_LIMITS.some((name) => callee === `vi.${name}`)) return true
  return (
    SUITE_FUNCTIONS.test(callee) &&
    node.arguments.some(
      (argument) => ts.isNumericLiteral(argument) || argument.getText().startsWith('{ timeout:'),
    )
  )
}

/** A difference to the present time that does not become a date again. */
function isTimePassed(node: ts.Node): boolean {
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.MinusToken &&
    (isNow(node.left) || isNow(node.right)) &&
    !isPartOfDate(node)
  )
}

/** `Date.now()`, `new Date().getTime()` and `+new Date()` */
function isNow(node: ts.Node): boolean {
  return /^(Date\.now\(\)|\+?\(?new Date\(\)\)?(\.(getTime|valueOf)\(\))?)$/.test(node.getText())
}

function isPartOfDate(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isNewExpression(parent)) return parent.expression.getText() === 'Date'
  return (ts.isBinaryExpression(parent) || ts.isParenthesizedExpression(parent)) && isPartOfDate(parent)
}
