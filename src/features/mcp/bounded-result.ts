// A result goes into the context of a language model, which has room for some ten thousand words: texts are cut, and a result
// that is too large all the same is refused with advice.
import { ToolRefusal } from './tool.ts'
import type { JsonObject } from './tool.ts'

const LONGEST_TEXT = 20_000
const LARGEST_RESULT = 60_000

type Limits = { longestText: number; largestResult: number }

export function boundResult(
  result: JsonObject,
  { longestText, largestResult }: Limits = { longestText: LONGEST_TEXT, largestResult: LARGEST_RESULT },
): { value: JsonObject; text: string } {
  const value = cutTexts(result, longestText) as JsonObject
  const text = JSON.stringify(value)
  if (text.length <= largestResult) return { value, text }
  throw new ToolRefusal({
    code: 'PAYLOAD_TOO_LARGE',
    message: `The result has ${text.length} characters; at most ${largestResult} are returned.`,
    suggestion: 'Ask for fewer records with limit, or for one record by its id.',
  })
}

function cutTexts(value: unknown, longest: number): unknown {
  if (typeof value === 'string') {
    return value.length <= longest
      ? value
      : `${value.slice(0, longest).toWellFormed()}… [cut: ${value.length} characters in all]`
  }
  if (Array.isArray(value)) return value.map((one) => cutTexts(one, longest))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutTexts(one, longest)]))
}
