import { TextField } from '../../../components/forms/field.tsx'
import { SwitchRow } from '../../../components/forms/switch-row.tsx'
import { UploadButton } from '../../images/upload-button.tsx'
import type { EmailBlock } from '../model/block-document.ts'
import { AlignField } from './align-field.tsx'
import { visualEditor } from '../visual-editor.texts.ts'
import { LinkField } from './link-field.tsx'

const { fields: texts } = visualEditor

type ImageBlock = Extract<EmailBlock, { type: 'image' }>
type ImageFieldsProps = { block: ImageBlock; isReadOnly: boolean; onChange: (block: ImageBlock) => void }

export function ImageFields({ block, isReadOnly, onChange }: ImageFieldsProps) {
  return (
    <>
      {!isReadOnly && (
        <UploadButton
          label={texts.image}
          hasImage={block.src !== ''}
          onUpload={(src) => onChange({ ...block, src })}
        />
      )}
      <TextField
        label={texts.alt}
        hint={texts.altHint}
        value={block.alt}
        maxLength={500}
        onText={(alt) => onChange({ ...block, alt })}
      />
      <LinkField label={texts.src} value={block.src} onChange={(src) => onChange({ ...block, src })} />
      <LinkField
        label={texts.imageLink}
        placeholder={texts.linkHint}
        value={block.href}
        onChange={(href) => onChange({ ...block, href })}
      />
      <label className="flex flex-col gap-1.5 text-sm font-medium">
        {texts.width}
        <input
          type="range"
          min={10}
          max={100}
          step={5}
          value={block.width}
          onChange={({ target }) => onChange({ ...block, width: Number(target.value) })}
          className="h-9 accent-accent"
        />
      </label>
      <AlignField block={block} isReadOnly={isReadOnly} onChange={onChange} />
      <SwitchRow
        label={texts.rounded}
        isOn={block.rounded}
        onChange={(rounded) => onChange({ ...block, rounded })}
      />
    </>
  )
}
