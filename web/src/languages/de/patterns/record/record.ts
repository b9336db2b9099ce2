import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/record/record.texts.ts'

export const recordTexts = {
  more: (name: string) => `Mehr für ${name}`,
  duplicate: 'Duplizieren',
  delete: 'Löschen',
  deleted: (name: string) => `„${name}“ ist gelöscht.`,
  undo: 'Rückgängig',
} satisfies Translation<typeof texts.recordTexts>
