import { translatable } from '../i18n/translatable.ts'

export const downloadTexts = translatable('patterns/download-contacts', 'downloadTexts', {
  export: 'Export',
  exported: 'The file is on its way to your downloads.',
})
