// The settings of a block, by its kind. Its texts are written in the email itself.
import type { ReactNode } from 'react'
import { TextArea, TextField } from '../../../components/forms/field.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { optionsOf } from '../../../components/forms/select.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import type { BlockKind, BlockTheme, EmailBlock } from '../model/block-document.ts'
import { visualEditor } from '../visual-editor.texts.ts'
import { AlignField } from './align-field.tsx'
import { ColumnsFields } from './columns-fields.tsx'
import { ImageFields } from './image-fields.tsx'
import { LinkField } from './link-field.tsx'
import { NumberField } from './number-field.tsx'
import { OwnColour } from './own-colour.tsx'
import { ProductsFields } from './products-fields.tsx'
import { SocialFields } from './social-fields.tsx'

const { fields: texts } = visualEditor

export type BlockFieldsProps<Block> = {
  block: Block
  /** The usual colours. */
  theme: BlockTheme
  isReadOnly: boolean
  onChange: (block: Block) => void
}
type FieldsOf<Kind extends BlockKind> = BlockFieldsProps<Extract<EmailBlock, { type: Kind }>>

export function BlockFields({ block, ...rest }: BlockFieldsProps<EmailBlock>): ReactNode {
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
    case 'columns':
      return <ColumnsFields block={block} {...rest} />
    case 'footer':
      return <FooterFields block={block} {...rest} />
    case 'logo':
      return <LogoFields block={block} {...rest} />
    case 'social':
      return <SocialFields block={block} {...rest} />
    case 'products':
      return <ProductsFields block={block} onChange={rest.onChange} />
    case 'html':
      return <HtmlFields block={block} {...rest} />
    case 'divider':
      return null
  }
}

const LEVELS = ([1, 2, 3] as const).map((level) => ({ value: `${level}`, label: texts.levels[level] }))

function HeadingFields({ block, theme, isReadOnly, onChange }: FieldsOf<'heading'>) {
  return (
    <>
      <SelectField
        label={texts.level}
        value={String(block.level)}
        options={LEVELS}
        isDisabled={isReadOnly}
        onChange={(level) => onChange({ ...block, level: Number(level) })}
      />
      <AlignField block={block} isReadOnly={isReadOnly} onChange={onChange} />
      <OwnColour
        label={texts.color}
        value={block.color}
        usual={theme.heading ?? theme.text}
        isReadOnly={isReadOnly}
        onChange={(color) => onChange({ ...block, color })}
      />
    </>
  )
}

function TextFields({ block, theme, isReadOnly, onChange }: FieldsOf<'text'>) {
  return (
    <>
      <AlignField block={block} isReadOnly={isReadOnly} onChange={onChange} />
      <OwnColour
        label={texts.color}
        value={block.color}
        usual={theme.text}
        isReadOnly={isReadOnly}
        onChange={(color) => onChange({ ...block, color })}
      />
    </>
  )
}

function ButtonFields({ block, theme, isReadOnly, onChange }: FieldsOf<'button'>) {
  return (
    <>
      <LinkField
        label={texts.link}
        placeholder={texts.linkHint}
        value={block.href}
        onChange={(href) => onChange({ ...block, href })}
      />
      <AlignField block={block} isReadOnly={isReadOnly} onChange={onChange} />
      <OwnColour
        label={texts.color}
        value={block.color}
        usual={theme.accent}
        isReadOnly={isReadOnly}
        onChange={(color) => onChange({ ...block, color })}
      />
      <SwitchRow
        label={texts.fullWidth}
        isOn={block.fullWidth}
        onChange={(fullWidth) => onChange({ ...block, fullWidth })}
      />
    </>
  )
}

function SpacerFields({ block, onChange }: FieldsOf<'spacer'>) {
  return (
    <NumberField
      label={texts.height}
      value={block.height}
      range={[4, 200]}
      onChange={(height) => onChange({ ...block, height })}
    />
  )
}

function LogoFields({ block, isReadOnly, onChange }: FieldsOf<'logo'>) {
  return (
    <>
      <p className="text-sm text-soft">{texts.logoHint}</p>
      <AlignField block={block} isReadOnly={isReadOnly} onChange={onChange} />
    </>
  )
}

function HtmlFields({ block, onChange }: FieldsOf<'html'>) {
  return (
    <TextArea
      label={texts.html}
      hint={texts.htmlHint}
      rows={12}
      spellCheck={false}
      value={block.html}
      onText={(html) => onChange({ ...block, html })}
    />
  )
}

const FOOTERS = optionsOf(texts.footerSources)

function FooterFields({ block, isReadOnly, onChange }: FieldsOf<'footer'>) {
  return (
    <>
      <SelectField
        label={texts.footerText}
        value={block.text === null ? 'brand' : 'own'}
        options={FOOTERS}
        isDisabled={isReadOnly}
        onChange={(source) =>
          onChange({ ...block, text: source === 'brand' ? null : '{{ lm_postal_address }}' })
        }
      />
      <TextField
        label={texts.preferences}
        hint={texts.preferencesHint}
        value={block.preferences}
        maxLength={500}
        onText={(preferences) => onChange({ ...block, preferences })}
      />
    </>
  )
}
