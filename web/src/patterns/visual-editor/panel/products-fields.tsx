import { TextField } from '../../../components/forms/field.tsx'
import type { EmailBlock } from '../model/block-document.ts'
import { visualEditor } from '../visual-editor.texts.ts'
import { NumberField } from './number-field.tsx'

const { products: texts } = visualEditor

// Limits of the schema of blocks.
const MAX_PRODUCTS = 24
const MAX_PATH_LENGTH = 200
const MAX_LINE_LENGTH = 500

const PATHS = ['title', 'image', 'price', 'link'] as const

type ProductsBlock = Extract<EmailBlock, { type: 'products' }>
type ProductsFieldsProps = { block: ProductsBlock; onChange: (block: ProductsBlock) => void }

export function ProductsFields({ block, onChange }: ProductsFieldsProps) {
  return (
    <>
      <TextField
        label={texts.list}
        hint={texts.listHint}
        value={block.list}
        maxLength={MAX_PATH_LENGTH}
        onText={(list) => onChange({ ...block, list })}
      />
      <NumberField
        label={texts.limit}
        value={block.limit}
        range={[1, MAX_PRODUCTS]}
        onChange={(limit) => onChange({ ...block, limit })}
      />
      <NumberField
        label={texts.perRow}
        value={block.perRow}
        range={[1, 3]}
        onChange={(perRow) => onChange({ ...block, perRow })}
      />
      {PATHS.map((name) => (
        <TextField
          key={name}
          label={texts.paths[name]}
          value={block[name]}
          maxLength={MAX_PATH_LENGTH}
          onText={(path) => onChange({ ...block, [name]: path })}
        />
      ))}
      <TextField
        label={texts.button}
        value={block.button}
        maxLength={MAX_LINE_LENGTH}
        onText={(button) => onChange({ ...block, button })}
      />
      <p className="text-xs text-soft">{texts.hint}</p>
    </>
  )
}
