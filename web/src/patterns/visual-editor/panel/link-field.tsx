import { isLink } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { useVariables } from '../../email-editor/use-variables.ts'
import { LiquidField } from '../../field-picker/liquid-field.tsx'
import { visualEditor } from '../visual-editor.texts.ts'

const { fields: texts } = visualEditor

// Limit of the schema of blocks.
const MAX_LINK_LENGTH = 2000

type LinkFieldProps = {
  label: string
  placeholder?: string
  value: string
  onChange: (link: string) => void
}

/** A URL, which may contain fields of the contact, or a variable that contains one. */
export function LinkField({ label, placeholder, value, onChange }: LinkFieldProps) {
  const fields = useVariables()
  return (
    <LiquidField
      fields={fields}
      label={label}
      placeholder={placeholder}
      value={value}
      maxLength={MAX_LINK_LENGTH}
      error={isLink(value) ? undefined : texts.badLink}
      onText={onChange}
    />
  )
}
