import type { Key } from '../../../../api/project/keys.ts'
import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/keys/keys.texts.ts'

const kinds: Record<Key['kind'], string> = { secret: 'Geheim', public: 'Öffentlich' }

const kindHints: Record<Key['kind'], string> = {
  secret: 'Für Ihren Server. Nie in eine Webseite oder App einbauen.',
  public: 'Sicher im Browser: Er kann nur Ereignisse melden.',
}

const scopes: Record<string, string> = {
  full: 'Alles',
  send: 'Nur senden',
  read: 'Nur lesen',
  track: 'Ereignisse melden',
}

export const keys = {
  title: 'API-Schlüssel',
  list: 'API-Schlüssel dieses Projekts, neueste zuerst',
  count: (count: number) => plural(count, 'Schlüssel', 'Schlüssel'),
  create: 'Schlüssel erstellen',
  kinds,
  kindHints,
  scopes,
  columns: {
    name: 'Name',
    key: 'Schlüssel',
    scopes: 'Darf',
    lastUsed: 'Zuletzt verwendet',
    created: 'Erstellt',
    actions: 'Aktionen',
  },
  neverUsed: 'Nie',
  commandLine: 'die Kommandozeile',
  createdBy: (who: string) => `von ${who}`,
  expires: 'Läuft ab',
  expired: 'Abgelaufen',
  rotate: 'Austauschen',
  rotateOne: (name: string) => `${name} austauschen`,
  revoke: 'Widerrufen',
  revokeOne: (name: string) => `${name} widerrufen`,
  empty: {
    title: 'Keine Schlüssel',
    text: 'Programme rufen die API mit einem Schlüssel auf. Erstellen Sie einen, um zu beginnen.',
  },
  use: {
    title: 'Schlüssel verwenden',
    text: 'Dieselbe E-Mail auf jedem möglichen Weg. Setzen Sie Ihren Schlüssel an der markierten Stelle ein.',
    smtpUser: 'lettermill',
    smtpNote: 'Für jedes Programm, das per SMTP sendet. Der Benutzername ist beliebig.',
  },
  form: {
    title: 'API-Schlüssel erstellen',
    text: 'Der Schlüssel wird einmal angezeigt, wenn er erstellt ist.',
    name: 'Name',
    nameHint: 'Was ihn verwendet, etwa „Rechnungsdienst“.',
    kind: 'Art',
    scope: 'Darf',
    expires: 'Gültig für',
    submit: 'Schlüssel erstellen',
    lifetimes: { never: 'Bis er widerrufen wird', 30: '30 Tage', 90: '90 Tage', 365: 'Ein Jahr' },
  },
  shown: {
    title: 'Ihr neuer Schlüssel',
    text: 'Kopieren Sie ihn jetzt: Er wird nicht wieder angezeigt. Wer ihn hat, kann im Namen Ihres Projekts handeln.',
    publicText: 'Er darf öffentlich sein: Er kann nur Ereignisse melden.',
    label: 'Der Schlüssel',
    copy: 'Schlüssel kopieren',
    done: 'Ich habe ihn gespeichert',
    old: 'Der alte Schlüssel funktioniert bis',
    oldEnded: 'Der alte Schlüssel funktioniert nicht mehr.',
  },
  rotating: {
    title: (name: string) => `„${name}“ austauschen?`,
    text: 'Es entsteht ein neuer Schlüssel mit denselben Rechten. Der alte funktioniert noch eine Weile, damit Sie ihn überall ohne Unterbrechung ersetzen können.',
    grace: 'Der alte Schlüssel funktioniert noch',
    submit: 'Schlüssel austauschen',
  },
  revoking: {
    title: (name: string) => `„${name}“ widerrufen?`,
    text: 'Der Schlüssel funktioniert sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
    unused: 'Er wurde nie verwendet.',
    used: 'Zuletzt verwendet:',
    usedText: 'Was ihn verwendet, wird abgelehnt. Wird er noch gebraucht, tauschen Sie ihn stattdessen aus.',
    submit: 'Schlüssel widerrufen',
    done: 'Der Schlüssel wurde widerrufen.',
  },
} satisfies Translation<typeof texts.keys>
