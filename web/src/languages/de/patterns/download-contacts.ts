import type { Translation } from '../../../i18n/translation.ts'
import type * as texts from '../../../patterns/download-contacts.texts.ts'

export const downloadTexts = {
  export: 'Exportieren',
  exported: 'Die Datei ist unterwegs zu Ihren Downloads.',
} satisfies Translation<typeof texts.downloadTexts>
