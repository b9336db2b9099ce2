import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/record/record.texts.ts'

export const recordTexts = {
  more: (name: string) => `Más para ${name}`,
  duplicate: 'Duplicar',
  delete: 'Eliminar',
  deleted: (name: string) => `«${name}» se ha eliminado.`,
  undo: 'Deshacer',
} satisfies Translation<typeof texts.recordTexts>
