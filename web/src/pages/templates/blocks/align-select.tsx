import { Select, optionsOf } from '../../../components/forms/select.tsx'
import { blocksTexts } from './blocks.texts.ts'

const { fields: texts } = blocksTexts

const ALIGNS = optionsOf(texts.aligns)
type Align = (typeof ALIGNS)[number]['value']

type AlignSelectProps<Block> = { block: Block; isReadOnly: boolean; onChange: (block: Block) => void }

export function AlignSelect<Block extends { align: Align }>(props: AlignSelectProps<Block>) {
  const { block, isReadOnly, onChange } = props
  return (
    <div className="flex">
      <Select
        label={texts.align}
        value={block.align}
        options={ALIGNS}
        isDisabled={isReadOnly}
        onChange={(align) => onChange({ ...block, align })}
      />
    </div>
  )
}
