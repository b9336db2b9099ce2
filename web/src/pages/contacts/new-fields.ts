// The fields of a contact that is being added, as typed in rows of name, kind and value. Pure.
import { readDraft } from './profile/fields/field-value.ts'
import type { FieldDraft } from './profile/fields/field-value.ts'

export type NewField = FieldDraft & { id: number; key: string }

type FieldProblem = { key?: 'noKey' | 'twice'; value?: 'badNumber' | 'badDate' }

/** By the ids of the rows. */
export type FieldProblems = Readonly<Record<number, FieldProblem>>

export const addField = (rows: readonly NewField[]): NewField[] => [
  ...rows,
  { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, key: '', kind: 'text', text: '' },
]

/** A row without a value says nothing: it neither sets a field nor is it a mistake. */
const isFilled = ({ text }: NewField) => text.trim() !== ''

export function readFields(
  rows: readonly NewField[],
): { data: Record<string, unknown> } | { problems: FieldProblems } {
  const data = new Map<string, unknown>()
  const problems: Record<number, FieldProblem> = {}
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
