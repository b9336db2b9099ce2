// The variables with which a content asks for coupon codes: {{ coupons.spring }} prints a code of the list with the key spring.
import { findPieces } from '../../platform/markup/liquid-pieces.ts'
import { splitPath } from '../../platform/liquid/variables.ts'
import { SAMPLE_CODE } from './templates.values.ts'

const ROOT = 'coupons'

/** The keys of the lists that a content names. `variables` are full paths. */
export function couponKeysOf(variables: readonly string[]): string[] {
  const keys = variables.flatMap((variable) => {
    if (!variable.startsWith(ROOT)) return []
    const [root, key] = splitPath(variable)
    return root === ROOT && key !== undefined ? [key] : []
  })
  return [...new Set(keys)]
}

// A line break is two characters in JSON.
const NAMED =
  /(?:(?<![\w.])|(?<=\\[nrt]))coupons(?:\.([a-z0-9_-]{1,50})|\[\\?["']([a-z0-9_-]{1,50})\\?["']\])/g

/** The keys of the lists that Liquid, or JSON with Liquid, may name. names_coupon_list (migrations/0092) finds these, and those in plain text. */
export const couponKeysIn = (source: string): string[] => [
  ...new Set(
    findPieces(source).flatMap(({ text }) =>
      [...text.matchAll(NAMED)].map(([, plain, quoted]) => plain ?? quoted ?? ''),
    ),
  ),
]

/** Whether the Liquid of a stored part names a list. Finds more than couponKeysOf: names inside of quotes, for example. */
export const namesCoupons = (part: string): boolean =>
  part.includes(ROOT) && findPieces(part).some(({ text }) => /\bcoupons\s*[.[]/.test(text))

/** The codes of one email by the keys of their lists, as its content reads them. */
export const couponValues = (codes: Record<string, string>): Record<string, unknown> => ({ [ROOT]: codes })

/** Whether a caller has values of its own under this name: then they are printed, and no code is used up. */
export const hasOwnCoupons = (data: Record<string, unknown>): boolean => Object.hasOwn(data, ROOT)

/** A sample code for each list that a content names, unless the caller has values of its own. */
export function sampleCoupons(
  variables: readonly string[],
  data: Record<string, unknown> = {},
): Record<string, unknown> {
  const keys = couponKeysOf(variables)
  if (keys.length === 0 || hasOwnCoupons(data)) return {}
  return couponValues(Object.fromEntries(keys.map((key) => [key, SAMPLE_CODE])))
}
