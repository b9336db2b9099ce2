import { RotateCcw } from 'lucide-react'
import { IconButton } from '../../../components/forms/button.tsx'
import { visualEditor } from '../visual-editor.texts.ts'

const { fields: texts } = visualEditor

type OwnColourProps = {
  label: string
  /** null: the usual one. */
  value: string | null
  /** Shown while there is no other. */
  usual: string
  isReadOnly: boolean
  onChange: (colour: string | null) => void
}

/** A colour that can be left to the theme. */
export function OwnColour({ label, value, usual, isReadOnly, onChange }: OwnColourProps) {
  return (
    <div className="flex items-center gap-2">
      <label className="flex grow items-center gap-3 text-sm">
        <input
          type="color"
          value={value ?? usual}
          disabled={isReadOnly}
          onChange={({ target }) => onChange(target.value)}
          className="size-8 rounded-md border border-edge bg-panel p-0.5"
        />
        {label}
      </label>
      {value !== null && !isReadOnly && (
        <IconButton label={texts.usualColour(label)} onClick={() => onChange(null)}>
          <RotateCcw />
        </IconButton>
      )}
    </div>
  )
}
