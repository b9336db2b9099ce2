import { Select } from '../../../components/forms/select.tsx'
import { blocksTexts } from './blocks.texts.ts'

const { fields: texts } = blocksTexts

const ALIGNS = (['left', 'center', 'right'] as const).map((value) => ({ value, label: texts.aligns[value] }))
type Align = (typeof ALIGNS)[number]['value']

type AlignSelectProps = { value: Align; isReadOnly: boolean; onChange: (align: Align) => void }

export const AlignSelect = ({ value, isReadOnly, onChange }: AlignSelectProps) => (
  <Select label={texts.align} value={value} options={ALIGNS} isDisabled={isReadOnly} onChange={onChange} />
)
