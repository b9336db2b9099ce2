import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { visualEditor } from '../visual-editor.texts.ts'

const { fields: texts } = visualEditor

const ALIGNS = optionsOf(texts.aligns)
type Align = (typeof ALIGNS)[number]['value']

type AlignFieldProps<Block> = { block: Block; isReadOnly: boolean; onChange: (block: Block) => void }

export function AlignField<Block extends { align: Align }>(props: AlignFieldProps<Block>) {
  const { block, isReadOnly, onChange } = props
  return (
    <SelectField
      label={texts.align}
      value={block.align}
      options={ALIGNS}
      isDisabled={isReadOnly}
      onChange={(align) => onChange({ ...block, align })}
    />
  )
}
