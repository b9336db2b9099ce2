// The form of a block, by its kind.
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { Select } from '../../../components/forms/select.tsx'
import type { EmailBlock } from './block-document.ts'
import { AlignSelect } from './align-select.tsx'
import { blocksTexts } from './blocks.texts.ts'
import { ImageFields } from './image-fields.tsx'
import { LinkField } from './link-field.tsx'
import { RichTextField } from './rich-text-field.tsx'

const { fields: texts } = blocksTexts

export type BlockFieldsProps<Block> = {
  block: Block
  isReadOnly: boolean
  variables: readonly string[]
  onChange: (block: Block) => void
}
type FieldsOf<Kind extends EmailBlock['type']> = BlockFieldsProps<Extract<EmailBlock, { type: Kind }>>

export function BlockFields({ block, ...rest }: BlockFieldsProps<EmailBlock>) {
  switch (block.type) {
    case 'heading':
      return <HeadingFields block={block} {...rest} />
    case 'text':
      return <TextFields block={block} {...rest} />
    case 'image':
      return <ImageFields block={block} {...rest} />
    case 'button':
      return <ButtonFields block={block} {...rest} />
    case 'spacer':
      return <SpacerFields block={block} {...rest} />
    case 'footer':
      return <FooterFields block={block} {...rest} />
    // A divider has no fields; columns contain blocks (block-list.tsx).
    case 'divider':
    case 'columns':
      return null
  }
}

const LEVELS = ([1, 2, 3] as const).map((level) => ({ value: `${level}`, label: texts.levels[level] }))

function HeadingFields({ block, isReadOnly, onChange }: FieldsOf<'heading'>) {
  return (
    <>
      <TextField
        label={texts.heading}
        value={block.text}
        maxLength={500}
        onText={(text) => onChange({ ...block, text })}
      />
      <div className="flex flex-wrap gap-2">
        <Select
          label={texts.level}
          value={String(block.level)}
          options={LEVELS}
          isDisabled={isReadOnly}
          onChange={(level) => onChange({ ...block, level: Number(level) })}
        />
        <AlignSelect block={block} isReadOnly={isReadOnly} onChange={onChange} />
      </div>
    </>
  )
}

function TextFields({ block, isReadOnly, variables, onChange }: FieldsOf<'text'>) {
  return (
    <>
      <RichTextField
        label={blocksTexts.text.label}
        value={block.content}
        isReadOnly={isReadOnly}
        variables={variables}
        onChange={(content) => onChange({ ...block, content })}
      />
      <AlignSelect block={block} isReadOnly={isReadOnly} onChange={onChange} />
    </>
  )
}

function ButtonFields({ block, isReadOnly, onChange }: FieldsOf<'button'>) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={texts.buttonText}
          value={block.text}
          maxLength={500}
          onText={(text) => onChange({ ...block, text })}
        />
        <LinkField
          label={texts.link}
          placeholder={texts.linkHint}
          value={block.href}
          onChange={(href) => onChange({ ...block, href })}
        />
      </div>
      <AlignSelect block={block} isReadOnly={isReadOnly} onChange={onChange} />
    </>
  )
}

/** The API refuses numbers out of range. */
const clamp = (text: string, [low, high]: [number, number]): number =>
  Math.min(high, Math.max(low, Math.round(Number(text)) || low))

function SpacerFields({ block, onChange }: FieldsOf<'spacer'>) {
  return (
    <TextField
      label={texts.height}
      type="number"
      min={4}
      max={200}
      value={block.height}
      onText={(text) => onChange({ ...block, height: clamp(text, [4, 200]) })}
    />
  )
}

function FooterFields({ block, onChange }: FieldsOf<'footer'>) {
  return (
    <>
      <TextArea
        label={texts.footer}
        rows={3}
        value={block.text}
        onText={(text) => onChange({ ...block, text })}
      />
      <TextField
        label={texts.unsubscribe}
        value={block.unsubscribe}
        maxLength={500}
        onText={(unsubscribe) => onChange({ ...block, unsubscribe })}
      />
    </>
  )
}
