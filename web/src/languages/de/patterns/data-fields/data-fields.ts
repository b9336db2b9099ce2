import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/data-fields/data-fields.texts.ts'

export const dataTexts = {
  title: 'Felder',
  types: { text: 'Text', number: 'Zahl', boolean: 'Ja oder nein', date: 'Datum', list: 'Liste' },
  clear: 'Löschen',
  yes: 'Ja',
  no: 'Nein',
  remove: (key: string) => `${key} entfernen`,
  removeRow: 'Feld entfernen',
  add: 'Feld hinzufügen',
  key: 'Name',
  type: 'Art',
  value: 'Wert',
  listHint: 'Ein Eintrag pro Zeile.',
  asFields: 'Als Felder anzeigen',
  asJson: 'Als JSON anzeigen',
  badJson: 'Das ist kein JSON-Objekt.',
  nested: 'Hat eigene Teile; ändern Sie es als JSON.',
  badNumber: 'Das ist keine Zahl.',
  badDate: 'Das ist kein Datum.',
  noKey: 'Ein Feld braucht einen Namen.',
  twice: 'Diesen Namen hat schon eine andere Zeile.',
} satisfies Translation<typeof texts.dataTexts>
