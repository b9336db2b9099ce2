import { FORMULA_START } from './csv-row.ts'

/** A cell that no spreadsheet runs as a formula; importing undoes the prefix. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return /["\n\r,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`
