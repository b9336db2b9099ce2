import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/field-picker/field-picker.texts.ts'

export const fieldPicker = {
  open: 'Feld einfügen',
  search: 'Felder suchen',
  fields: 'Felder',
  none: 'Kein Feld passt.',
  own: (name: string) => `„${name}“ verwenden`,
  fallback: 'Wenn es leer ist, schreiben',
  fallbackHint: 'Leer lassen, um nichts zu schreiben.',
  insert: 'Einfügen',
  back: 'Zurück zu den Feldern',
} satisfies Translation<typeof texts.fieldPicker>
