// Errors that carry an offset to compile.ts, which knows the part and converts it to a line and a column.
import { AssertionError } from 'liquidjs'

// Messages quote the template, whose tags can be long.
const MAX_MESSAGE_LENGTH = 200

/** An error of the author, at an offset in the parsed text. */
export class TemplateProblem extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message)
    this.offset = offset
  }
}

/** A limit that was exceeded while rendering. The library adds the position of the current tag. */
export class LimitError extends Error {}

type LiquidFailure = Error & { token: { input: string; begin: number }; originalError?: unknown }

const isLiquidFailure = (error: unknown): error is LiquidFailure =>
  error instanceof Error && 'token' in error && typeof (error.token as { begin?: unknown }).begin === 'number'

/** The library checks its limits outside of tags too, and a stack overflow has no position. */
const isPlaceless = (error: unknown): error is Error =>
  error instanceof LimitError || error instanceof AssertionError || error instanceof RangeError

/** Converts an error of the library. Undefined if the template is not at fault. */
export function toProblem(error: unknown): TemplateProblem | undefined {
  if (error instanceof TemplateProblem) return error
  if (isPlaceless(error)) return new TemplateProblem(toMessage(error), 0)
  if (!isLiquidFailure(error)) return undefined
  const original = error.originalError
  if (original instanceof TemplateProblem) return original
  if (isLiquidFailure(original)) return toProblem(original)
  const { input, begin } = error.token
  if (input.startsWith('??', begin)) {
    return new TemplateProblem('?? must come before the filters: {{ a ?? b | upcase }}', begin)
  }
  return new TemplateProblem(toMessage(original instanceof Error ? original : error), begin)
}

/** Plain messages for the library's most common errors. */
const MESSAGES: [RegExp, string][] = [
  [/, line:\d+, col:\d+$/, ''],
  [/^memory alloc limit exceeded$/, 'the template creates too much text or too long lists'],
  [/^Cannot convert object to primitive value$/, 'an object cannot be used here'],
  [/^tag (\{%.*) not closed$/s, '$1 is not closed'],
  [/^illegal tag: (.*)$/s, '$1 cannot be read'],
  [/^invalid value expression: ""$/, 'a value is missing'],
  [/^invalid value expression: (.*)$/s, '$1 cannot be read as a value'],
]

function toMessage(error: Error): string {
  if (error instanceof RangeError && /call stack/.test(error.message)) return 'this is nested too deeply'
  return MESSAGES.reduce((text, [pattern, message]) => text.replace(pattern, message), error.message)
}
