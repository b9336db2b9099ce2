import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/views/views.texts.ts'

export const viewsTexts = {
  views: 'Ansichten',
  all: 'Alle, neueste zuerst',
  save: 'Diese Ansicht speichern…',
  delete: (name: string) => `${name} löschen`,
  deleted: 'Die Ansicht wurde gelöscht.',
  title: 'Diese Ansicht speichern',
  text: 'Suche, Filter und Reihenfolge dieser Liste, für alle im Projekt.',
  name: 'Name',
  submit: 'Speichern',
  replace: 'Ersetzen',
  replaces: 'Diese Liste hat schon eine Ansicht mit diesem Namen. Speichern ersetzt sie.',
  saved: 'Die Ansicht wurde gespeichert.',
} satisfies Translation<typeof texts.viewsTexts>
