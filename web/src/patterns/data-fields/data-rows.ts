// Data as typed in rows of name, kind and value. Pure.
import { readDraft } from './field-value.ts'
import type { FieldDraft } from './field-value.ts'

export type DataRow = FieldDraft & { id: number; key: string }

type RowProblem = { key?: 'noKey' | 'twice'; value?: 'badNumber' | 'badDate' }

/** By the ids of the rows. */
export type RowProblems = Readonly<Record<number, RowProblem>>

export const addRow = (rows: readonly DataRow[]): DataRow[] => [
  ...rows,
  { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, key: '', kind: 'text', text: '' },
]

/** A row without a value says nothing: it neither sets a field nor is it a mistake. */
const isFilled = ({ text }: DataRow) => text.trim() !== ''

export function readRows(
  rows: readonly DataRow[],
): { data: Record<string, unknown> } | { problems: RowProblems } {
  const data = new Map<string, unknown>()
  const problems: Record<number, RowProblem> = {}
  for (const row of rows.filter(isFilled)) {
    const key = row.key.trim()
    const read = readDraft(row)
    if (key === '') problems[row.id] = { key: 'noKey' }
    else if (data.has(key)) problems[row.id] = { key: 'twice' }
    else if ('problem' in read) problems[row.id] = { value: read.problem }
    else data.set(key, read.value)
  }
  return Object.keys(problems).length > 0 ? { problems } : { data: Object.fromEntries(data) }
}
