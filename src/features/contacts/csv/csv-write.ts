import { guardFormula } from '../../../platform/csv/csv-formula.ts'

/** A cell that no spreadsheet runs as a formula; importing undoes the prefix. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = guardFormula(text)
  // Everything that an import may take for a delimiter is quoted: it finds the delimiter by what is not.
  return /["\n\r,;\t|]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`
