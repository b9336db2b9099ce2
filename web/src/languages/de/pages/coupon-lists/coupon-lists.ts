import { formatCount } from '../../../../format/number.ts'
import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/coupon-lists/coupon-lists.texts.ts'

export const couponTexts = {
  title: 'Gutscheine',
  list: 'Gutscheinlisten, neueste zuerst',
  count: (count: number) => plural(count, 'Liste', 'Listen'),
  create: 'Neue Liste',
  columns: { name: 'Liste', variable: 'In E-Mails', free: 'Frei', taken: 'Vergeben', created: 'Erstellt' },
  copyVariable: (key: string) => `Variable von ${key} kopieren`,
  empty: {
    title: 'Noch keine Gutscheinlisten',
    text: 'Eine Liste enthält Codes Ihres Shops. Eine E-Mail zeigt einen davon, und jeder Kontakt bekommt einen Code, den sonst niemand hat.',
  },
  calls: {
    list: 'Gutscheinlisten auflisten',
    read: 'Liste lesen',
    codes: 'Codes auflisten',
    add: 'Codes hinzufügen',
  },
  form: {
    title: 'Neue Gutscheinliste',
    text: 'Die Codes fügen Sie danach hinzu.',
    name: 'Name',
    nameHint: 'Für Sie und Ihre Kollegen.',
    key: 'Schlüssel',
    keyHint: 'So heißt die Liste in E-Mails. Er lässt sich später nicht ändern.',
    create: 'Liste erstellen',
    created: 'Die Liste wurde erstellt.',
  },
  codes: {
    list: 'Codes, in der Reihenfolge, in der sie vergeben werden',
    count: (count: number) => plural(count, 'Code', 'Codes'),
    columns: { code: 'Code', status: 'Status', contact: 'Kontakt', taken: 'Vergeben' },
    search: 'Nach Code oder Adresse suchen',
    status: 'Status',
    statuses: { free: 'Frei', taken: 'Vergeben' },
    deletedContact: 'Gelöschter Kontakt',
    variable: 'In E-Mails:',
    figures: ({ free, total }: { free: number; total: number }) =>
      `${formatCount(free)} von ${plural(total, 'Code', 'Codes')} frei`,
    empty: {
      title: 'Noch keine Codes',
      text: 'Fügen Sie die Codes Ihres Shops hinzu. Solange die Liste leer ist, werden E-Mails, die sie nennen, nicht gesendet.',
    },
    nothing: {
      title: 'Keine Treffer',
      text: 'Versuchen Sie einen anderen Teil des Codes oder der Adresse, oder einen anderen Status.',
      clear: 'Alle anzeigen',
    },
  },
  adding: {
    button: 'Codes hinzufügen',
    title: 'Codes hinzufügen',
    text: 'Codes, die die Liste schon hat, werden übersprungen.',
    codes: 'Codes',
    codesHint: 'Einer pro Zeile. Von einer Tabelle wird die erste Spalte verwendet.',
    file: 'Oder Datei wählen',
    fileHint: 'Eine Text- oder CSV-Datei; ihre Codes kommen zum Feld oben dazu.',
    submit: (count: number) =>
      count > 0 ? `${plural(count, 'Code', 'Codes')} hinzufügen` : 'Codes hinzufügen',
    progress: 'Codes, die hinzugefügt werden',
    done: ({ added, skipped }: { added: number; skipped: number }) =>
      skipped === 0
        ? `${plural(added, 'Code', 'Codes')} hinzugefügt.`
        : `${plural(added, 'Code', 'Codes')} hinzugefügt, ${formatCount(skipped)} übersprungen.`,
  },
  renaming: {
    button: 'Umbenennen',
    title: 'Liste umbenennen',
    save: 'Speichern',
    saved: 'Die Liste wurde umbenannt.',
  },
  deleting: {
    button: 'Löschen',
    title: (name: string) => `„${name}“ löschen?`,
    text: 'Die Codes werden gelöscht und damit auch, wer welchen bekommen hat. E-Mails, die die Liste nennen, werden nicht mehr gesendet.',
    cancel: 'Behalten',
    submit: 'Liste löschen',
    done: 'Die Liste wurde gelöscht.',
  },
} satisfies Translation<typeof texts.couponTexts>
