// How a problem travels from where it is found, which knows an offset only, to compile.ts, which knows the part.
import { AssertionError } from 'liquidjs'

// Messages quote the template, whose tags may be long.
const MAX_MESSAGE_LENGTH = 200

/** Something about a template that its author has to change, at an offset in the text that was read. */
export class TemplateProblem extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message)
    this.offset = offset
  }
}

/** A limit that was met while rendering; where is known by the tag that was at work. */
export class LimitError extends Error {}

type LiquidFailure = Error & { token: { input: string; begin: number }; originalError?: unknown }

const isLiquidFailure = (error: unknown): error is LiquidFailure =>
  error instanceof Error && 'token' in error && typeof (error.token as { begin?: unknown }).begin === 'number'

/** The library looks at its limits outside of any tag, too, and calls that are too deep are nowhere. */
const isPlaceless = (error: unknown): error is Error =>
  error instanceof LimitError || error instanceof AssertionError || error instanceof RangeError

/** What the library throws, as a problem. Undefined if it is not the template's fault. */
export function toProblem(error: unknown): TemplateProblem | undefined {
  if (error instanceof TemplateProblem) return error
  if (isPlaceless(error)) return new TemplateProblem(inWords(error), 0)
  if (!isLiquidFailure(error)) return undefined
  const original = error.originalError
  if (original instanceof TemplateProblem) return original
  if (isLiquidFailure(original)) return toProblem(original)
  const { input, begin } = error.token
  if (input.startsWith('??', begin)) {
    return new TemplateProblem('?? stands before the filters: {{ a ?? b | upcase }}', begin)
  }
  return new TemplateProblem(inWords(original instanceof Error ? original : error), begin)
}

/** The library's words for what authors meet most, in ours. */
const WORDS: [RegExp, string][] = [
  [/, line:\d+, col:\d+$/, ''],
  [/^memory alloc limit exceeded$/, 'the template makes too much text or too long lists'],
  [/^Cannot convert object to primitive value$/, 'an object cannot be used here'],
  [/^tag (\{%.*) not closed$/s, '$1 is not closed'],
  [/^illegal tag: (.*)$/s, '$1 cannot be read'],
  [/^invalid value expression: ""$/, 'a value is missing'],
  [/^invalid value expression: (.*)$/s, '$1 cannot be read as a value'],
]

function inWords(error: Error): string {
  if (error instanceof RangeError && /call stack/.test(error.message)) return 'this is nested too deeply'
  return WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), error.message)
}
