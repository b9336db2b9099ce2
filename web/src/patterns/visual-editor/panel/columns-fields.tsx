import { SelectField } from '../../../components/forms/select-field.tsx'
import type { ColumnsBlock } from '../model/block-document.ts'
import { withColumnCount } from '../model/block-document.ts'
import { visualEditor } from '../visual-editor.texts.ts'
import { OwnColour } from './own-colour.tsx'

const { columns: texts } = visualEditor

const COUNTS = (['1', '2', '3', '4'] as const).map((value) => ({ value, label: texts.counts[value] }))

/** The shares of two columns; more are equal. */
const SHARES = {
  equal: undefined,
  narrowLeft: [33, 67],
  narrowRight: [67, 33],
} as const
const SHARE_OPTIONS = (Object.keys(SHARES) as (keyof typeof SHARES)[]).map((value) => ({
  value,
  label: texts.shares[value],
}))

type ColumnsFieldsProps = {
  block: ColumnsBlock
  isReadOnly: boolean
  onChange: (block: ColumnsBlock) => void
}

export function ColumnsFields({ block, isReadOnly, onChange }: ColumnsFieldsProps) {
  const { columns, widths, background } = block
  const [first = 50] = widths ?? []
  return (
    <>
      <SelectField
        label={texts.count}
        value={String(columns.length)}
        options={COUNTS}
        hint={texts.countHint}
        isDisabled={isReadOnly}
        onChange={(count) => onChange(withColumnCount(block, Number(count)))}
      />
      {columns.length === 2 && (
        <SelectField
          label={texts.share}
          value={first === 50 ? 'equal' : first < 50 ? 'narrowLeft' : 'narrowRight'}
          options={SHARE_OPTIONS}
          isDisabled={isReadOnly}
          onChange={(share) => {
            const { widths: _before, background: colour, ...rest } = block
            const shares = SHARES[share]
            onChange({ ...rest, ...(shares && { widths: [...shares] }), background: colour })
          }}
        />
      )}
      <OwnColour
        label={texts.background}
        value={background}
        usual="#ffffff"
        isReadOnly={isReadOnly}
        onChange={(colour) => onChange({ ...block, background: colour })}
      />
    </>
  )
}
