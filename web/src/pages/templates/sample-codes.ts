import { SAMPLE_CODE } from '../../../../src/features/templates/templates.values.ts'

/** Values for the coupon lists that a template names, so that a test uses no code up. */
export function sampleCodes(variables: readonly string[]): { coupons?: Record<string, string> } {
  const keys = variables.flatMap((name) => /^coupons\.([^.[]+)/.exec(name)?.[1] ?? [])
  return keys.length === 0 ? {} : { coupons: Object.fromEntries(keys.map((key) => [key, SAMPLE_CODE])) }
}
