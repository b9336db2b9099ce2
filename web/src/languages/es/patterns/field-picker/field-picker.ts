import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/field-picker/field-picker.texts.ts'

export const fieldPicker = {
  open: 'Insertar un campo',
  search: 'Buscar campos',
  fields: 'Campos',
  none: 'Ningún campo coincide.',
  own: (name: string) => `Usar «${name}»`,
  fallback: 'Si está vacío, escribir',
  fallbackHint: 'Déjalo vacío para no escribir nada.',
  insert: 'Insertar',
  back: 'Volver a los campos',
} satisfies Translation<typeof texts.fieldPicker>
