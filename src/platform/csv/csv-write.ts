import { guardFormula } from './csv-formula.ts'

/** Prefixes values that a spreadsheet would evaluate as a formula; an import removes the prefix. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = guardFormula(text)
  // Every possible delimiter is quoted, because an import detects the delimiter from unquoted text.
  return /["\n\r,;\t|]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

/** A line of a report: its numbers stay numbers, also negative ones. Contacts are guarded entirely, because an import undoes it. */
export const reportLine = (values: readonly unknown[]): string =>
  `${values.map((value) => (typeof value === 'number' ? String(value) : csvCell(value))).join(',')}\r\n`
