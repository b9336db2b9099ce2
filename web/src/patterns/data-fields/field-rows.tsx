import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { contactFieldsQuery } from '../../api/audience/contacts.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { dataTexts as texts } from './data-fields.texts.ts'
import { addRow, editRow, isNested } from './data-rows.ts'
import type { DataRow, RowProblems } from './data-rows.ts'
import { KindField, ValueField } from './field-inputs.tsx'
import { kindOfType, MAX_KEY_LENGTH, withKind } from './field-value.ts'

type FieldRowsProps = {
  label?: string
  hint?: string | undefined
  rows: readonly DataRow[]
  problems: RowProblems
  /** The server's answer about all of them. */
  error: string | undefined
  isReadOnly?: boolean | undefined
  /** Proposes the names of data that contacts have, with their kinds. */
  isOfContact?: boolean | undefined
  canClear?: boolean | undefined
  onChange: (rows: DataRow[]) => void
}

/** Name, kind and value of each field. */
export function FieldRows(props: FieldRowsProps) {
  const { label = texts.title, hint, rows, problems, error } = props
  const { isReadOnly = false, isOfContact = false, canClear = false, onChange } = props
  const { api } = useProject()
  const { data: known } = useQuery({ ...contactFieldsQuery(api), enabled: isOfContact })
  const set = (row: DataRow) => onChange(rows.map((one) => (one.id === row.id ? row : one)))
  const setKey = (row: DataRow, key: string) => {
    const found = known?.fields.find((field) => field.key === key.trim())
    const isEmpty = row.given === undefined && row.text === ''
    set({ ...row, ...(found && isEmpty && withKind(row, kindOfType(found.type))), key })
  }
  const suggestions = known?.fields.map(({ key }) => key)
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium">{label}</legend>
      {hint !== undefined && <p className="text-xs text-soft">{hint}</p>}
      {rows.map((row) => {
        const { key, value } = problems[row.id] ?? {}
        return (
          <div key={row.id} className="flex flex-col gap-3 rounded-lg bg-sunken p-3">
            <div className="flex items-start gap-2">
              <div className="min-w-0 grow">
                <TextField
                  autoFocus={row.given === undefined}
                  label={texts.key}
                  value={row.key}
                  maxLength={MAX_KEY_LENGTH}
                  suggestions={suggestions}
                  disabled={isReadOnly}
                  error={key && texts[key]}
                  onText={(typed) => setKey(row, typed)}
                />
              </div>
              {!isReadOnly && (
                <div className="pt-6">
                  <IconButton
                    label={row.key === '' ? texts.removeRow : texts.remove(row.key)}
                    onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
                  >
                    <X />
                  </IconButton>
                </div>
              )}
            </div>
            {isNested(row) ? (
              <NestedValue value={row.given?.value} />
            ) : (
              <div className="flex items-start gap-2">
                <div className="w-28 shrink-0">
                  <KindField
                    draft={row}
                    canClear={canClear}
                    isReadOnly={isReadOnly}
                    onChange={(draft) => set(editRow(row, draft))}
                  />
                </div>
                <div className="min-w-0 grow">
                  <ValueField
                    draft={row}
                    error={value && texts[value]}
                    isReadOnly={isReadOnly}
                    onText={(text) => set(editRow(row, { ...row, text }))}
                  />
                </div>
              </div>
            )}
          </div>
        )
      })}
      {!isReadOnly && (
        <div>
          <Button size="small" icon={<Plus />} onClick={() => onChange(addRow(rows))}>
            {texts.add}
          </Button>
        </div>
      )}
      {error !== undefined && <p className="text-xs font-medium text-bad">{error}</p>}
    </fieldset>
  )
}

const NestedValue = ({ value }: { value: unknown }) => (
  <p className="min-w-0 text-xs text-soft">
    <code className="block truncate font-mono">{JSON.stringify(value)}</code>
    {texts.nested}
  </p>
)
