import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { uploadImage } from '../../../api/images.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import type { EmailBlock } from './block-document.ts'
import { AlignSelect } from './align-select.tsx'
import { blocksTexts } from './blocks.texts.ts'
import { LinkField } from './link-field.tsx'

const { fields: texts } = blocksTexts

type ImageBlock = Extract<EmailBlock, { type: 'image' }>
type ImageFieldsProps = { block: ImageBlock; isReadOnly: boolean; onChange: (block: ImageBlock) => void }

export function ImageFields({ block, isReadOnly, onChange }: ImageFieldsProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Thumbnail src={block.src} />
        {!isReadOnly && <UploadButton block={block} onChange={onChange} />}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
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
      </div>
      <AlignSelect block={block} isReadOnly={isReadOnly} onChange={onChange} />
    </>
  )
}

/** Only for images of this server: other servers would learn that the email was opened. */
function Thumbnail({ src }: { src: string }) {
  const { publicUrl } = useProject().account.instance
  if (!src.startsWith(`${publicUrl}/i/`)) return null
  return (
    <img
      src={src.slice(publicUrl.length)}
      alt=""
      className="h-16 max-w-40 rounded-lg border border-line object-contain"
    />
  )
}

function UploadButton({ block, onChange }: Omit<ImageFieldsProps, 'isReadOnly'>) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useChange({
    call: uploadImage,
    done: texts.uploaded,
    onSuccess: ({ url }) => onChange({ ...block, src: url }),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={texts.image}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.mutate(file)
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
      <Button icon={<Upload />} isBusy={upload.isPending} onClick={() => input.current?.click()}>
        {block.src === '' ? texts.upload : texts.replace}
      </Button>
    </>
  )
}
