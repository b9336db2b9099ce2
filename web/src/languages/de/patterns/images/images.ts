import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/images/images.texts.ts'

export const imagesTexts = {
  upload: 'Bild hochladen',
  replace: 'Bild ersetzen',
  uploaded: 'Das Bild ist hochgeladen.',
} satisfies Translation<typeof texts.imagesTexts>
