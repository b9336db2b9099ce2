import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { uploadImage } from '../../api/content/images.ts'
import { useChange } from '../../app/use-change.ts'
import { Button } from '../../components/forms/button.tsx'
import { imagesTexts as texts } from './images.texts.ts'

type UploadButtonProps = {
  /** The name of the file field, for screen readers. */
  label: string
  hasImage: boolean
  onUpload: (url: string) => void
}

/** Uploads an image and passes its URL on. */
export function UploadButton({ label, hasImage, onUpload }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useChange({
    call: uploadImage,
    done: texts.uploaded,
    onSuccess: ({ url }) => onUpload(url),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={label}
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
        {hasImage ? texts.replace : texts.upload}
      </Button>
    </>
  )
}
