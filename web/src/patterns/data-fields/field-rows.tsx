import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { contactFieldsQuery } from '../../api/audience/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { dataTexts as texts } from './data-fields.texts.ts'
import { addRow } from './data-rows.ts'
import type { DataRow, RowProblems } from './data-rows.ts'
import { KindField, ValueField } from './field-inputs.tsx'
import { kindOfType, MAX_KEY_LENGTH, withKind } from './field-value.ts'

type FieldRowsProps = {
  rows: readonly DataRow[]
  problems: RowProblems
  /** The server's answer about all of them. */
  error: string | undefined
  onChange: (rows: DataRow[]) => void
}

/** Name, kind and value of each field. Names that other contacts have are proposed, with their kind. */
export function FieldRows({ rows, problems, error, onChange }: FieldRowsProps) {
  const { api } = useProject()
  const { data: known } = useQuery(contactFieldsQuery(api))
  const set = (row: DataRow) => onChange(rows.map((one) => (one.id === row.id ? row : one)))
  const setKey = (row: DataRow, key: string) => {
    const found = known?.fields.find((field) => field.key === key.trim())
    set({ ...row, ...(found && row.text === '' && withKind(row, kindOfType(found.type))), key })
  }
  const suggestions = known?.fields.map(({ key }) => key) ?? []
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium">{texts.title}</legend>
      {rows.map((row) => {
        const { key, value } = problems[row.id] ?? {}
        return (
          <div key={row.id} className="flex flex-col gap-3 rounded-lg bg-sunken p-3">
            <div className="flex items-start gap-2">
              <div className="min-w-0 grow">
                <TextField
                  autoFocus
                  label={texts.key}
                  value={row.key}
                  maxLength={MAX_KEY_LENGTH}
                  suggestions={suggestions}
                  error={key && texts[key]}
                  onText={(typed) => setKey(row, typed)}
                />
              </div>
              <div className="w-32 shrink-0">
                <KindField draft={row} onChange={(draft) => set({ ...row, ...draft })} />
              </div>
              <div className="pt-6">
                <IconButton
                  label={row.key === '' ? texts.removeRow : texts.remove(row.key)}
                  onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
                >
                  <X />
                </IconButton>
              </div>
            </div>
            <ValueField
              draft={row}
              error={value && texts[value]}
              onText={(text) => set({ ...row, text })}
            />
          </div>
        )
      })}
      <div>
        <Button size="small" icon={<Plus />} onClick={() => onChange(addRow(rows))}>
          {texts.add}
        </Button>
      </div>
      {error !== undefined && <p className="text-xs font-medium text-bad">{error}</p>}
    </fieldset>
  )
}
