import type { ConsentChange, Contact } from '../../../../../../api/audience/contacts.ts'
import { formatList } from '../../../../../../format/list.ts'
import type { Translation } from '../../../../../../i18n/translation.ts'
import type * as texts from '../../../../../../pages/contacts/profile/consent/consent.texts.ts'

/** Why there may be marketing email for a contact, or not. The day of the last change is unknown for old contacts. */
const reasons: Record<Contact['subscriptionState'], (day: string | undefined) => string> = {
  SUBSCRIBED: (day) => `Ja: abonniert${day === undefined ? '' : ` seit ${day}`}`,
  PENDING: (day) =>
    `Noch nicht: um Bestätigung gebeten${day === undefined ? '' : ` am ${day}`}, und dem Link in dieser E-Mail wurde bisher nicht gefolgt`,
  LEFT: (day) =>
    `Nein: abgemeldet${day === undefined ? '' : ` am ${day}`}, und nur die Person selbst sollte das rückgängig machen`,
  NEVER_ASKED: () =>
    'Nein: Diese Person bekam nur notwendige E-Mails, etwa Rechnungen, und wurde nie nach Marketing-E-Mails gefragt',
}

const states: Record<NonNullable<ConsentChange['after']>, string> = {
  SUBSCRIBED: 'Abonniert',
  PENDING: 'Um Bestätigung gebeten',
  LEFT: 'Abgemeldet',
  NEVER_ASKED: 'Nicht abonniert',
  IN: 'Darin',
  OUT: 'Verlassen',
}

const sources: Record<ConsentChange['source'], string> = {
  form: 'Die Person, über ein Formular',
  api_key: 'Ein API-Schlüssel',
  member: 'Ein Mitglied, im Dashboard',
  import: 'Ein Import',
  workflow: 'Ein Workflow',
  page: 'Die Person, über einen Link in einer E-Mail',
  one_click: 'Die Person, über die Abmelde-Schaltfläche des E-Mail-Programms',
  mailto: 'Die Person, per E-Mail',
  complaint: 'Die Person hat eine E-Mail als Spam gemeldet',
  bounce: 'Eine E-Mail kam zurück',
  expiry: 'Es kam nicht rechtzeitig eine Bestätigung',
  unknown: 'In der Datenbank geändert',
}

const whats: Record<ConsentChange['what'], string> = {
  subscription: 'Abonnement',
  confirmation: 'Bestätigung',
  topic: 'Thema',
  address: 'Eine andere Adresse: Die Einträge darunter gehören zur früheren',
}

export const consentTexts = {
  title: 'Dürfen wir dieser Person Marketing-E-Mails senden?',
  reasons,
  topics: (names: readonly string[]) => `, in ${formatList(names)}`,
  noTopics: ', aber in keinem Thema',
  paused: (day: string) => `; pausiert bis ${day}`,
  export: 'Alles über diese Person exportieren',
  exported: 'Die Datei mit allem über diese Person wurde gespeichert.',
  history: {
    title: 'Verlauf der Einwilligung',
    none: 'Nichts ist aufgezeichnet: Diese Person hat noch nichts gewählt, oder sie hat es getan, bevor es den Verlauf gab.',
    whats,
    states,
    sources,
    noContact: 'Neu',
    noChoice: 'Keine Wahl',
    became: 'wurde zu',
    network: (hash: string) => `Netzwerk ${hash}`,
    open: {
      email: 'E-Mail öffnen',
      workflow: 'Workflow öffnen',
      import: 'Import öffnen',
      key: 'API-Schlüssel',
      member: 'Mitglieder',
    },
  },
  ask: {
    button: 'Bekäme sie …?',
    title: 'Würde sie es bekommen?',
    text: (email: string) => `Wählen Sie, wonach Sie fragen. An ${email} wird nichts gesendet.`,
    subject: 'Kampagne, Workflow oder Thema',
    choose: 'Kampagne, Workflow oder Thema wählen',
    kinds: { campaign: 'Kampagnen', workflow: 'Workflows', topic: 'Themen' },
  },
} satisfies Translation<typeof texts.consentTexts>
