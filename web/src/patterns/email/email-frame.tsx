import { Image, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../components/forms/button.tsx'
import { HtmlPreview } from '../../components/html-preview.tsx'
import { emailTexts as texts } from './email.texts.ts'
import { useOwnImages } from './use-own-images.ts'

type EmailFrameProps = Omit<ComponentProps<typeof HtmlPreview>, 'ownImages' | 'areImagesAllowed'> & {
  areImagesAllowed?: boolean
}

/** An email as it looks. Images that were uploaded here are always shown. */
export function EmailFrame({ areImagesAllowed = false, ...props }: EmailFrameProps) {
  const ownImages = useOwnImages()
  return <HtmlPreview {...props} areImagesAllowed={areImagesAllowed} ownImages={ownImages} />
}

/** Whether images of other servers are loaded, and the button for it. They are not at first: loading tells those servers. */
export function useRemoteImages() {
  const [areImagesAllowed, setAreImagesAllowed] = useState(false)
  const button = (
    <IconButton
      label={areImagesAllowed ? texts.hideImages : texts.showImages}
      aria-pressed={areImagesAllowed}
      onClick={() => setAreImagesAllowed(!areImagesAllowed)}
    >
      {areImagesAllowed ? <Image /> : <ImageOff />}
    </IconButton>
  )
  return { areImagesAllowed, button }
}
