import type { Translation } from '../../../i18n/translation.ts'
import type * as texts from '../../../patterns/download-contacts.texts.ts'

export const downloadTexts = {
  export: 'Exportar',
  exported: 'El archivo va camino de tus descargas.',
} satisfies Translation<typeof texts.downloadTexts>
