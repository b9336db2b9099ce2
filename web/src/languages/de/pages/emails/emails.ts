import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/emails/emails.texts.ts'

export const emails = {
  title: 'E-Mails',
  list: 'E-Mails dieses Projekts, neueste zuerst',
  count: (count: number) => plural(count, 'E-Mail', 'E-Mails'),
  matching: (count: number) => plural(count, 'E-Mail passt', 'E-Mails passen'),
  search: 'Nach Adresse oder Betreff suchen',
  status: 'Status',
  columns: {
    to: 'An',
    subject: 'Betreff',
    status: 'Status',
    engagement: 'Aktivität',
    source: 'Quelle',
    at: 'Angenommen',
  },
  empty: {
    title: 'Noch keine E-Mails',
    text: 'Jede E-Mail, die Sie senden, erscheint hier sofort mit ihrem Verlauf. Dieser Aufruf sendet eine:',
  },
  nothing: {
    title: 'Keine E-Mail passt',
    text: 'Versuchen Sie ein anderes Wort oder einen anderen Status.',
    clear: 'Alle E-Mails anzeigen',
  },
  detail: {
    to: 'an',
    identifiers: 'Details',
    id: 'E-Mail-ID',
    messageId: 'Message-ID',
    from: 'Von',
    recipient: 'An',
    source: 'Quelle',
    transport: 'Versandweg',
    thisServer: 'Dieser Server',
    tags: 'Tags',
    attempts: 'Versuche',
    copyId: 'E-Mail-ID kopieren',
    copyMessageId: 'Message-ID kopieren',
    copyAddress: 'Adresse kopieren',
    asCurl: 'Als curl kopieren',
    resend: 'Erneut senden',
    resent: 'Die E-Mail wurde erneut gesendet.',
    cancel: 'E-Mail abbrechen',
    cancelled: 'Die E-Mail wurde abgebrochen.',
    reason: 'Grund',
  },
} satisfies Translation<typeof texts.emails>
