import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { isLink } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { uploadImage } from '../../../api/images.ts'
import { useProject } from '../../../app/use-project.ts'
import { Button } from '../../../components/forms/button.tsx'
import { TextField } from '../../../components/forms/field.tsx'
import { toast } from '../../../components/overlays/toast.tsx'
import type { EmailBlock } from './block-document.ts'
import { AlignSelect } from './align-select.tsx'
import { blocksTexts } from './blocks.texts.ts'

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
          onChange={({ target }) => onChange({ ...block, alt: target.value })}
        />
        <TextField
          label={texts.src}
          value={block.src}
          maxLength={2000}
          error={isLink(block.src) ? undefined : texts.badLink}
          onChange={({ target }) => onChange({ ...block, src: target.value })}
        />
        <TextField
          label={texts.imageLink}
          value={block.href}
          maxLength={2000}
          placeholder={texts.linkHint}
          error={isLink(block.href) ? undefined : texts.badLink}
          onChange={({ target }) => onChange({ ...block, href: target.value })}
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
      <div className="flex">
        <AlignSelect
          value={block.align}
          isReadOnly={isReadOnly}
          onChange={(align) => onChange({ ...block, align })}
        />
      </div>
    </>
  )
}

/** Of images that this server has; those of others would tell them that somebody looks. */
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
  const { api } = useProject()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: (file: File) => uploadImage(api, file),
    onSuccess: ({ url }) => {
      onChange({ ...block, src: url })
      toast.good(texts.uploaded)
    },
    onError: (error) => toast.error(error),
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
          // The same file again is a choice, too.
          target.value = ''
        }}
      />
      <Button icon={<Upload />} isBusy={upload.isPending} onClick={() => input.current?.click()}>
        {block.src === '' ? texts.upload : texts.replace}
      </Button>
    </>
  )
}
