import type { SuppressionReason } from '../../../../../api/audience/suppressions.ts'
import { formatCount } from '../../../../../format/number.ts'
import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/contacts/profile/profile.texts.ts'

const reasons: Record<SuppressionReason, string> = {
  hard_bounce: 'eine E-Mail kam zurück, weil es das Postfach nicht gibt',
  complaint: 'eine E-Mail wurde als Spam gemeldet',
  soft_bounces: 'mehrere E-Mails kamen nacheinander zurück',
  manual: 'die Adresse wurde von Hand auf die Sperrliste gesetzt',
}

export const profile = {
  suppression: {
    text: (reason: SuppressionReason) => `Diese Adresse bekommt keine E-Mails: ${reasons[reason]}.`,
    since: 'Seit',
    until: 'Bis',
    lift: 'Sperre aufheben',
    title: 'Dieser Adresse wieder E-Mails senden?',
    warnings: {
      hard_bounce: 'E-Mails an ein Postfach, das es nicht gibt, schaden der Reputation Ihrer Domain.',
      complaint:
        'E-Mails an Personen, die sich beschwert haben, schaden der Reputation Ihrer Domain. Fragen Sie sie zuerst.',
      soft_bounces: 'Die nächsten Bounces können sie wieder sperren.',
      manual: 'Jemand aus Ihrem Team hat sie mit Absicht gesperrt.',
    } satisfies Record<SuppressionReason, string>,
    lifted: 'Die Adresse darf wieder E-Mails bekommen.',
  },
  segments: {
    title: 'Segmente',
    none: 'In keinem Segment.',
    since: 'seit',
    unchecked: (count: number) =>
      `${plural(count, 'Segment konnte', 'Segmente konnten')} nicht geprüft werden, weil der Filter zu lange braucht oder auf ein gelöschtes Segment verweist.`,
  },
  workflows: {
    title: 'Workflows',
    none: 'Bisher in keinem Workflow.',
    at: (step: string) => `Bei: ${step}`,
    open: (workflow: string) => `Durchlauf von ${workflow} öffnen`,
    since: 'seit',
    goesOn: 'geht weiter',
    started: 'gestartet',
  },
  engagement: {
    title: 'Interaktion',
    by: 'Zeitraum',
    periods: { month: 'Nach Monaten', week: 'Nach Wochen' },
    sent: 'Gesendet',
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    summary: (sent: number, opened: number, clicked: number) =>
      `Gesendet: ${formatCount(sent)}, geöffnet: ${formatCount(opened)}, geklickt: ${formatCount(clicked)}`,
    none: {
      month: 'Keine E-Mail in den letzten 12 Monaten.',
      week: 'Keine E-Mail in den letzten 26 Wochen.',
    },
    cut: 'Nur die neuesten 5.000 E-Mails, Öffnungen und Klicks werden gezählt.',
  },
  emails: {
    opened: 'Geöffnet',
    clicked: 'Geklickt',
    campaign: 'Kampagne',
    workflow: 'Workflow',
    template: 'Vorlage',
  },
  fields: {
    title: 'Felder',
    none: 'Über diesen Kontakt gibt es noch keine Daten.',
    edit: (key: string) => `${key} ändern`,
    json: 'Felder als JSON',
    jsonHint:
      'Text, Zahlen, true, false, Listen und Objekte. Ein Schlüssel, den Sie weglassen, wird entfernt.',
    taken: 'Der Kontakt hat dieses Feld schon.',
    save: 'Speichern',
    cancel: 'Abbrechen',
    saved: 'Gespeichert.',
  },
} satisfies Translation<typeof texts.profile>
