// Data of a contact or an event in fields: a name, a kind and a value each. It is kept as JSON text, which can be edited as well.
import { Braces, List } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/forms/button.tsx'
import { TextArea } from '../../components/forms/field.tsx'
import { readJsonObject } from '../../components/forms/read-json.ts'
import { dataTexts as texts } from './data-fields.texts.ts'
import { readRows, rowsOf } from './data-rows.ts'
import type { DataRow } from './data-rows.ts'
import { FieldRows } from './field-rows.tsx'

export type DataFieldsProps = {
  label: string
  hint?: string | undefined
  /** A JSON object, or empty. */
  text: string
  error?: string | undefined
  isReadOnly?: boolean
  /** Proposes the names of data that contacts have. */
  isOfContact?: boolean
  /** Whether a field can be deleted: null. */
  canClear?: boolean
  /** The text is not JSON while an entry is not valid. */
  onText: (text: string) => void
}

export function DataFields(props: DataFieldsProps) {
  const { label, hint, text, error, isReadOnly = false, onText } = props
  const [isJson, setIsJson] = useState(false)
  return (
    <div className="flex flex-col gap-2">
      {isJson ? (
        <TextArea
          label={label}
          hint={hint}
          rows={Math.min(12, Math.max(3, text.split('\n').length))}
          spellCheck={false}
          value={text}
          disabled={isReadOnly}
          error={readJsonObject(text) === undefined ? texts.badJson : error}
          onText={onText}
        />
      ) : (
        <Rows {...props} />
      )}
      <div>
        <Button
          size="small"
          look="quiet"
          icon={isJson ? <List /> : <Braces />}
          aria-label={`${isJson ? texts.asFields : texts.asJson}: ${label}`}
          // Fields show what is there, so it has to be readable.
          disabled={readJsonObject(text) === undefined}
          onClick={() => setIsJson(!isJson)}
        >
          {isJson ? texts.asFields : texts.asJson}
        </Button>
      </div>
    </div>
  )
}

/** Stands for entries that are not valid: they stay in their fields until they are. */
const INVALID = '{'

function Rows({ label, hint, text, error, isReadOnly, isOfContact, canClear, onText }: DataFieldsProps) {
  const [rows, setRows] = useState(() => rowsOf(readJsonObject(text) ?? {}))
  const [last, setLast] = useState(text)
  // Changed from outside, for example by undo.
  if (text !== last) {
    setLast(text)
    setRows(rowsOf(readJsonObject(text) ?? {}))
  }
  const read = readRows(rows)
  const change = (changed: DataRow[]) => {
    const now = textOf(changed)
    setRows(changed)
    setLast(now)
    onText(now)
  }
  return (
    <FieldRows
      label={label}
      hint={hint}
      rows={rows}
      problems={'problems' in read ? read.problems : {}}
      error={error}
      isReadOnly={isReadOnly}
      isOfContact={isOfContact}
      canClear={canClear}
      onChange={change}
    />
  )
}

function textOf(rows: readonly DataRow[]): string {
  const read = readRows(rows)
  if ('problems' in read) return INVALID
  return Object.keys(read.data).length === 0 ? '' : JSON.stringify(read.data, null, 2)
}
