// Data as typed in rows of name, kind and value. Pure.
import { draftOf, kindOf, readDraft } from './field-value.ts'
import type { FieldDraft } from './field-value.ts'

export type DataRow = FieldDraft & {
  id: number
  key: string
  /** The value that the row was made of, until somebody changes it: nothing of it can be lost. */
  given?: { value: unknown }
}

type RowProblem = { key?: 'noKey' | 'twice'; value?: 'badNumber' | 'badDate' }

/** By the ids of the rows. */
export type RowProblems = Readonly<Record<number, RowProblem>>

export const addRow = (rows: readonly DataRow[]): DataRow[] => [
  ...rows,
  { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, key: '', kind: 'text', text: '' },
]

export const rowsOf = (data: Record<string, unknown>): DataRow[] =>
  Object.entries(data).map(([key, value], index) => ({
    id: index + 1,
    key,
    ...(value === null ? { kind: 'clear' as const, text: '' } : draftOf(value)),
    given: { value },
  }))

/** Whether it has a value that only JSON can change. */
export const isNested = ({ given, kind }: DataRow): boolean =>
  given !== undefined && kind !== 'clear' && kindOf(given.value) === undefined

/** The row with another kind or text. */
export const editRow = ({ id, key }: DataRow, { kind, text }: FieldDraft): DataRow => ({
  id,
  key,
  kind,
  text,
})

/** A row without a value says nothing: it neither sets a field nor is it a mistake. */
const isFilled = ({ given, kind, text }: DataRow) =>
  given !== undefined || kind === 'clear' || text.trim() !== ''

export function readRows(
  rows: readonly DataRow[],
): { data: Record<string, unknown> } | { problems: RowProblems } {
  const data = new Map<string, unknown>()
  const problems: Record<number, RowProblem> = {}
  for (const row of rows.filter(isFilled)) {
    const key = row.key.trim()
    const read = row.given ?? readDraft(row)
    if (key === '') problems[row.id] = { key: 'noKey' }
    else if (data.has(key)) problems[row.id] = { key: 'twice' }
    else if ('problem' in read) problems[row.id] = { value: read.problem }
    else data.set(key, read.value)
  }
  return Object.keys(problems).length > 0 ? { problems } : { data: Object.fromEntries(data) }
}
