import type { Translation } from '../../../i18n/translation.ts'
import type * as texts from '../../../components/components.texts.ts'

/** Wordings of the API for values, with the limits that they name. */
const FIELD_PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^must not be empty$/, 'Darf nicht leer sein'],
  [/^is required$/, 'Ist erforderlich'],
  [/^must have at most (\d+) characters$/, 'Darf höchstens $1 Zeichen haben'],
  [/^must have at least (\d+) characters$/, 'Muss mindestens $1 Zeichen haben'],
  [/^must have at most (\d+) (?:items|entries|fields)$/, 'Darf höchstens $1 Einträge haben'],
  [/^must have at least (\d+) (?:items?|entries|fields)$/, 'Muss mindestens $1 Einträge haben'],
  [/^must be at most (\S+)$/, 'Darf höchstens $1 sein'],
  [/^must be at least (\S+)$/, 'Muss mindestens $1 sein'],
  [/^must be more than (\S+)$/, 'Muss größer als $1 sein'],
  [/^must be less than (\S+)$/, 'Muss kleiner als $1 sein'],
  [/^must be an? (?:whole )?number$/, 'Muss eine Zahl sein'],
  [/^must be an email address$/, 'Muss eine E-Mail-Adresse sein'],
  [/^must be a URL$/, 'Muss eine URL sein'],
  [/^must be one line$/, 'Muss eine einzige Zeile sein'],
  [/^must have at least one address$/, 'Muss mindestens eine Adresse haben'],
  [
    /^must have lower-case letters, digits, hyphens and underscores only$/,
    'Darf nur Kleinbuchstaben, Ziffern, Bindestriche und Unterstriche haben',
  ],
  [/^must be a whole number from (\S+) to (\S+)$/, 'Muss eine ganze Zahl von $1 bis $2 sein'],
  [/^must have the form (\S+)$/, 'Muss die Form $1 haben'],
  [/^must be an http or https address$/, 'Muss eine http- oder https-Adresse sein'],
  [/^must be an https address$/, 'Muss eine https-Adresse sein'],
  [/^must be one line, without control characters$/, 'Muss eine einzige Zeile ohne Steuerzeichen sein'],
  [/^must be one of:? (.+)$/, 'Muss eines davon sein: $1'],
  [/^must be a time zone, for example (\S+)$/, 'Muss eine Zeitzone sein, zum Beispiel $1'],
  [/^must be a colour such as (\S+)$/, 'Muss eine Farbe sein, zum Beispiel $1'],
  [/^must be a date such as (\S+) or (\S+)$/, 'Muss ein Datum sein, zum Beispiel $1 oder $2'],
  [/^must be a date and time such as (\S+)$/, 'Muss Datum und Uhrzeit sein, zum Beispiel $1'],
  [/^must not be before (\S+)$/, 'Darf nicht vor $1 liegen'],
  [/^must be at most two years ahead$/, 'Darf höchstens zwei Jahre in der Zukunft liegen'],
  [/^must be a PNG, JPEG, GIF or WebP image$/, 'Muss ein Bild sein: PNG, JPEG, GIF oder WebP'],
  [/^must be at most (\S+) kB of JSON$/, 'Darf höchstens $1 kB JSON haben'],
]

/** Texts of components that are the same on every page. */
export const components = {
  fieldProblem(message: string) {
    const [form, words] = FIELD_PROBLEMS.find(([known]) => known.test(message)) ?? []
    return form && words !== undefined ? message.replace(form, words) : message
  },
  copied: 'Kopiert',
  copyCode: 'Kopieren',
  close: 'Schließen',
  cancel: 'Abbrechen',
  loadMore: 'Weitere werden geladen…',
  tryAgain: 'Erneut versuchen',
  requestId: 'Anfrage-ID',
  copyRequestId: 'Anfrage-ID kopieren',
  selectAll: 'Alle geladenen Zeilen auswählen',
  selectRow: (name: string) => `${name} auswählen`,
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  clearSearch: 'Suche leeren',
  nothingFound: 'Nichts gefunden.',
  language: 'Sprache des Beispiels',
  content: 'Inhalt',
  chart: { asTable: 'Als Tabelle anzeigen', asChart: 'Als Diagramm anzeigen', time: 'Zeit' },
} satisfies Translation<typeof texts.components>
