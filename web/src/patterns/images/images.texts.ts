import { translatable } from '../../i18n/translatable.ts'

export const imagesTexts = translatable('patterns/images/images', 'imagesTexts', {
  upload: 'Upload an image',
  replace: 'Replace the image',
  uploaded: 'The image is uploaded.',
})
