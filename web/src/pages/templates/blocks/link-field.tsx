import { isLink } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { TextField } from '../../../components/forms/field.tsx'
import { blocksTexts } from './blocks.texts.ts'

const { fields: texts } = blocksTexts

// Limit of the schema of blocks.
const MAX_LINK_LENGTH = 2000

type LinkFieldProps = {
  label: string
  placeholder?: string
  value: string
  onChange: (link: string) => void
}

/** A URL, or a variable that contains one. */
export function LinkField({ label, placeholder, value, onChange }: LinkFieldProps) {
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      value={value}
      maxLength={MAX_LINK_LENGTH}
      error={isLink(value) ? undefined : texts.badLink}
      onText={onChange}
    />
  )
}
