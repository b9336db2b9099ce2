import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/images/images.texts.ts'

export const imagesTexts = {
  upload: 'Subir una imagen',
  replace: 'Sustituir la imagen',
  uploaded: 'La imagen se ha subido.',
} satisfies Translation<typeof texts.imagesTexts>
