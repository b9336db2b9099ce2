import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/templates/templates.texts.ts'

export const templates = {
  title: 'Vorlagen',
  list: 'Vorlagen dieses Projekts',
  count: (count: number) => plural(count, 'Vorlage', 'Vorlagen'),
  search: 'Nach Name suchen',
  type: 'Typ',
  types: { TRANSACTIONAL: 'Transaktional', MARKETING: 'Marketing' },
  changed: 'Geändert',
  new: 'Neue Vorlage',
  empty: {
    title: 'Noch keine Vorlagen',
    text: 'Eine Vorlage ist eine E-Mail, die einmal geschrieben und mit Variablen gesendet wird. Schreiben Sie hier eine, oder mit diesem Aufruf:',
  },
  nothing: {
    title: 'Keine Vorlage passt',
    text: 'Versuchen Sie einen anderen Teil des Namens.',
    clear: 'Alle Vorlagen anzeigen',
  },
  id: 'Vorlagen-ID',
  copyId: 'Vorlagen-ID kopieren',
  form: {
    title: 'Neue Vorlage',
    name: 'Name',
    subject: 'Betreff',
    starts: {
      blocks: { name: 'Blöcke', hint: 'Ohne Code' },
      html: { name: 'HTML', hint: 'Für alle, die es schon haben' },
      mjml: { name: 'MJML', hint: 'Erzeugt HTML, das Outlook versteht' },
    },
    create: 'Erstellen',
  },
} satisfies Translation<typeof texts.templates>
