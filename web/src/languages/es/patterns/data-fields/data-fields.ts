import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/data-fields/data-fields.texts.ts'

export const dataTexts = {
  title: 'Campos',
  types: { text: 'Texto', number: 'Número', boolean: 'Sí o no', date: 'Fecha', list: 'Lista' },
  clear: 'Borrarlo',
  yes: 'Sí',
  no: 'No',
  remove: (key: string) => `Quitar ${key}`,
  removeRow: 'Quitar el campo',
  add: 'Añadir un campo',
  key: 'Nombre',
  type: 'Tipo',
  value: 'Valor',
  listHint: 'Una entrada por línea.',
  asFields: 'Mostrar como campos',
  asJson: 'Mostrar como JSON',
  badJson: 'Esto no es un objeto JSON.',
  nested: 'Tiene partes propias; cámbialo como JSON.',
  badNumber: 'Esto no es un número.',
  badDate: 'Esto no es una fecha.',
  noKey: 'Un campo necesita un nombre.',
  twice: 'Otra fila ya tiene este nombre.',
} satisfies Translation<typeof texts.dataTexts>
