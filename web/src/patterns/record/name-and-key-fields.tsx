import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../../components/forms/field.tsx'
import { proposedKey } from '../../format/proposed-key.ts'

type Field = UseFormRegisterReturn & { error: string | undefined }

type NameAndKeyFieldsProps = {
  texts: { name: string; nameHint: string; key: string; keyHint: string }
  name: Field
  keyField: Field
  setKey: (key: string) => void
  /** The keys of other records. */
  taken: readonly string[]
  /** Whether the record exists: its key stays. */
  isKeyFixed?: boolean
}

/** The key follows the name until the user types one. */
export function NameAndKeyFields(props: NameAndKeyFieldsProps) {
  const { texts, name, keyField, setKey, taken, isKeyFixed = false } = props
  const [hasOwnKey, setHasOwnKey] = useState(isKeyFixed)
  return (
    <>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        maxLength={100}
        autoComplete="off"
        {...name}
        onChange={(event) => {
          void name.onChange(event)
          if (!hasOwnKey) setKey(proposedKey(event.target.value, taken))
        }}
      />
      <TextField
        label={texts.key}
        hint={texts.keyHint}
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        readOnly={isKeyFixed}
        {...keyField}
        onChange={(event) => {
          void keyField.onChange(event)
          setHasOwnKey(true)
        }}
      />
    </>
  )
}
