import { formatCount } from '../../../../format/number.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/approvals/approvals.texts.ts'
import { plural } from '../../../../format/plural.ts'

export const approvalTexts = {
  title: 'Freigaben',
  list: 'Freigaben, neueste zuerst',
  count: (count: number) => plural(count, 'Freigabe', 'Freigaben'),
  columns: {
    title: 'E-Mail',
    tool: 'Was',
    recipients: 'Empfänger',
    key: 'Angefragt mit',
    state: 'Status',
    requested: 'Angefragt',
  },
  search: 'Nach Betreff, Kampagne oder Schlüssel suchen',
  state: 'Status',
  states: {
    WAITING: 'Wartet',
    APPROVED: 'Freigegeben',
    REJECTED: 'Abgelehnt',
    FAILED: 'Fehlgeschlagen',
    EXPIRED: 'Abgelaufen',
  },
  tools: { send_email: 'E-Mail', send_campaign: 'Kampagne', test_campaign: 'Test einer Kampagne' },
  recipients: (count: number | null) => (count === null ? 'Nicht gezählt' : formatCount(count)),
  empty: {
    title: 'Nichts wartet auf Sie',
    text: 'Wenn ein Agent (MCP) an mehr Empfänger senden will, als die Einstellungen des Projekts ihm allein erlauben, entscheiden Sie hier.',
  },
  nothing: {
    title: 'Keine Treffer',
    text: 'Versuchen Sie einen anderen Teil des Titels oder einen anderen Status.',
    clear: 'Alle anzeigen',
  },
  calls: { list: 'Freigaben auflisten', read: 'Freigabe abrufen' },
  detail: {
    request: 'Anfrage',
    content: 'Was gesendet würde',
    outcome: 'Entscheidung',
    what: 'Was',
    recipients: 'Empfänger',
    key: 'API-Schlüssel',
    requested: 'Angefragt',
    expires: 'Läuft ab',
    decidedBy: 'Entschieden von',
    decided: 'Entschieden',
    reason: 'Grund',
    campaign: 'Kampagne öffnen',
    campaignText:
      'Sehen Sie sich die Kampagne an, bevor Sie sie freigeben. Wird sie bis dahin geändert, schlägt die Freigabe fehl, und nichts wird gesendet.',
    to: 'An',
    subject: 'Betreff',
    template: 'Vorlage',
    scheduled: 'Geplant für',
    preview: 'Die E-Mail',
    whole: 'Alle Felder des Aufrufs',
  },
  waiting: 'Ein Agent wartet auf Ihre Entscheidung. Es wurde nichts gesendet.',
  outcomes: {
    APPROVED: 'Freigegeben und ausgeführt.',
    REJECTED: 'Abgelehnt. Es wurde nichts gesendet.',
    FAILED: 'Freigegeben, konnte aber nicht ausgeführt werden. Es wurde nichts gesendet.',
    EXPIRED: 'Niemand hat rechtzeitig entschieden. Es wurde nichts gesendet.',
  },
  approving: {
    button: 'Freigeben',
    title: 'Dies senden?',
    text: (recipients: number | null) =>
      recipients === null
        ? 'Es wird sofort gesendet. Die Empfänger konnten nicht gezählt werden.'
        : `Es wird an ${plural(recipients, 'Empfänger', 'Empfänger')} gesendet.`,
    submit: 'Freigeben und senden',
    done: { APPROVED: 'Es wurde freigegeben.', other: 'Es konnte nicht ausgeführt werden.' },
  },
  rejecting: {
    button: 'Ablehnen',
    title: 'Dies ablehnen?',
    text: 'Es wird nichts gesendet. Der Agent kann den Grund lesen.',
    reason: 'Grund',
    submit: 'Ablehnen',
    done: 'Es wurde abgelehnt.',
  },
} satisfies Translation<typeof texts.approvalTexts>
