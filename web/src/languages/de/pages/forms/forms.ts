import type { FieldType } from '../../../../../../src/features/forms/forms.values.ts'
import { plural } from '../../../../format/plural.ts'
import type { FormDraft } from '../../../../pages/forms/editor/form-draft.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/forms/forms.texts.ts'

const types: Record<FieldType, string> = {
  text: 'Text',
  email: 'E-Mail-Adresse',
  number: 'Zahl',
  date: 'Datum',
  select: 'Auswahl aus einer Liste',
  checkbox: 'Kontrollkästchen',
}

const confirms: Record<FormDraft['confirm'], string> = {
  project: 'Wie im Projekt eingestellt',
  always: 'Immer',
  never: 'Nie',
}

export const forms = {
  title: 'Formulare',
  list: 'Formulare dieses Projekts, neueste zuerst',
  count: (count: number) => plural(count, 'Formular', 'Formulare'),
  create: 'Neues Formular',
  columns: {
    name: 'Name',
    state: 'Status',
    topics: 'Themen',
    submissions: 'Einsendungen',
    created: 'Erstellt',
  },
  states: { on: 'An', off: 'Aus' },
  noTopics: 'Keine',
  empty: {
    title: 'Noch keine Formulare',
    text: 'Mit einem Formular tragen sich Personen ein: auf einer Seite von uns, auf die Sie verlinken, oder auf Ihrer eigenen. Sie wählen, wonach es fragt und welchen Themen sie beitreten.',
  },
  docs: 'So funktionieren Formulare',
  calls: {
    list: 'Liste',
    create: 'Erstellen',
    preview: 'Vorschau',
    read: 'Lesen',
    change: 'Ändern',
    snippet: 'Snippet',
    contacts: 'Kontakte',
    statistics: 'Statistik',
  },
  tabs: { label: 'Teile des Formulars', edit: 'Bearbeiten', share: 'Teilen', submissions: 'Einsendungen' },
  status: {
    dirty: 'Noch nicht gespeichert',
    saved: 'Alles ist gespeichert',
    readOnly: 'Schreibgeschützt',
  },
  deleting: {
    button: 'Löschen',
    title: (name: string) => `${name} löschen?`,
    text: 'Seine Seite antwortet ab dann mit 404, und seine Statistik wird gelöscht. Wer sich eingetragen hat, bleibt, und wer noch nicht bestätigt hat, kann es weiterhin.',
    submit: 'Formular löschen',
    cancel: 'Behalten',
    done: 'Das Formular wurde gelöscht.',
  },
} satisfies Translation<typeof texts.forms>

export const editorTexts = {
  newTitle: 'Neues Formular',
  create: 'Formular erstellen',
  save: 'Speichern',
  created: 'Das Formular wurde erstellt.',
  saved: 'Das Formular wurde gespeichert.',
  basics: 'Formular',
  name: 'Name',
  nameHint: 'Für Sie; andere sehen ihn nicht. Etwa „Fußzeile des Shops“.',
  enabled: 'Nimmt Eintragungen an',
  enabledHint: 'Solange es aus ist, antwortet seine Seite mit 404, und niemand kann sich eintragen.',
  fields: {
    title: 'Felder',
    nameOf: (label: string, number: number) => `Feld ${number}${label === '' ? '' : `: ${label}`}`,
    label: 'Beschriftung',
    key: 'Gespeichert als',
    keyHint: 'Der Schlüssel in den Daten des Kontakts.',
    addressHint: 'Die Adresse des Kontakts.',
    type: 'Typ',
    types,
    required: 'Pflichtfeld',
    requiredHint: 'Es muss ausgefüllt werden.',
    requiredCheckbox: 'Es muss angekreuzt werden.',
    options: 'Auswahl',
    optionsHint: 'Eine pro Zeile.',
    up: (name: string) => `${name} nach oben`,
    down: (name: string) => `${name} nach unten`,
    remove: (name: string) => `${name} entfernen`,
    add: 'Feld hinzufügen',
  },
  words: {
    title: 'Texte',
    consent: 'Einwilligungstext',
    consentHint: 'Steht über der Schaltfläche und wird mit der Einwilligung jeder Person aufbewahrt.',
    submit: 'Schaltfläche',
    submitHint: 'Leer: „Anmelden“, in der Sprache des Browsers.',
    success: 'Nach dem Eintragen',
    successHint: 'Steht auf der Seite, die sich bedankt.',
    redirect: 'Weiterleiten zu',
    redirectHint: 'Wer sich einträgt, wird dorthin geleitet statt auf die Seite, die sich bedankt.',
  },
  signUp: {
    title: 'Eintragen',
    topics: 'Themen, denen Personen beitreten',
    noTopics: 'Das Projekt hat noch keine Themen. Wer sich einträgt, abonniert alles.',
    confirm: 'Adresse über einen Link in einer E-Mail bestätigen',
    confirms,
    projectAsks: 'Das Projekt verlangt derzeit eine Bestätigung.',
    projectAsksNot:
      'Das Projekt verlangt derzeit keine Bestätigung. Wer sich abgemeldet hat, muss in jedem Fall bestätigen.',
    always: 'Wer sich einträgt, ist nach der Bestätigung Abonnent.',
    never: 'Wer sich einträgt, ist sofort Abonnent. Wer sich abgemeldet hat, muss in jedem Fall bestätigen.',
  },
  origins: {
    title: 'Ihre Seiten',
    label: 'Erlaubte Origins',
    hint: 'Einer pro Zeile, etwa https://www.example.com. Nur diese Seiten dürfen das Formular verwenden, und unsere eigene.',
  },
  preview: {
    title: 'Vorschau',
    frame: 'Die Seite des Formulars',
    dark: 'Dunkler Modus',
    unfinished: 'Einige Angaben sind unvollständig. Die Vorschau zeigt die letzten vollständigen.',
    /** Stands for a name that is not typed yet; the page does not show it. */
    name: 'Vorschau',
  },
} satisfies Translation<typeof texts.editorTexts>

export const shareTexts = {
  off: 'Das Formular ist ausgeschaltet: Seine Seite antwortet mit 404.',
  page: 'Die Seite des Formulars',
  pageText:
    'Verlinken Sie von überall darauf. Sie funktioniert ohne Skripte, auf dem Handy und in elf Sprachen.',
  copyUrl: 'Adresse kopieren',
  open: 'Seite öffnen',
  html: 'Auf Ihrer eigenen Seite',
  htmlText:
    'Fügen Sie das in Ihre Seite ein. Es bringt keine Gestaltung mit: Das Formular hat die Klasse lettermill-form.',
  noOrigins:
    'Noch darf keine Ihrer Seiten das Formular verwenden: Fügen Sie zuerst ihren Origin zu den erlaubten hinzu.',
  origins: (list: string) => `Diese Seiten dürfen es verwenden: ${list}.`,
  sample: 'HTML',
} satisfies Translation<typeof texts.shareTexts>

export const statisticsTexts = {
  total: 'Seit der Erstellung',
  counts: { submissions: 'Einsendungen', contacts: 'Neue Kontakte', confirmed: 'Bestätigt' },
  hints: {
    submissions: 'wie oft sich Personen eingetragen haben, bekannt oder nicht',
    contacts: 'Personen, die vorher nicht bekannt waren',
    confirmed: 'Adressen, die über den Link in der E-Mail bestätigt wurden',
  },
  chart: 'Im Verlauf',
  period: 'Zeitraum',
  periods: { month: '30 Tage', quarter: '90 Tage', year: '365 Tage' },
  zone: (timezone: string) => `Tage in ${timezone}`,
  summary: (submissions: number, days: number) =>
    `${plural(submissions, 'Einsendung', 'Einsendungen')} in den letzten ${plural(days, 'Tag', 'Tagen')}`,
} satisfies Translation<typeof texts.statisticsTexts>

export const signedUpTexts = {
  title: 'Wer sich eingetragen hat',
  label: 'Kontakte, die sich mit diesem Formular eingetragen haben, neueste zuerst',
  count: (count: number) => plural(count, 'Person', 'Personen'),
  text: 'Die Kontakte, die dieses Formular angemeldet oder um Bestätigung gebeten hat, mit ihren heutigen Daten.',
  empty: 'Noch hat sich niemand eingetragen. Teilen Sie das Formular.',
  columns: { email: 'E-Mail', state: 'Abonnement', signedUp: 'Eingetragen' },
} satisfies Translation<typeof texts.signedUpTexts>
