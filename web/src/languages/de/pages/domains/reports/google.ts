import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/domains/reports/google.texts.ts'

export const googleTexts = {
  title: 'Google Postmaster Tools',
  states: {
    off: '',
    unproven: 'Google wird nach dieser Domain gefragt, sobald sie bestätigt ist.',
    waiting: 'Google wurde noch nicht nach dieser Domain gefragt. Gefragt wird alle sechs Stunden.',
    missing:
      'Das Konto dieser Installation hat diese Domain nicht in den Postmaster Tools. Fügen Sie sie dort unter genau diesem Namen hinzu.',
    unreadable: 'Das Konto dieser Installation darf diese Domain in den Postmaster Tools nicht lesen.',
    failing: 'Die letzte Anfrage an Google ist gescheitert. Der Eigentümer der Installation sieht, warum.',
    good: '',
  },
  none: 'Google hat keine Zahlen zu diesen Tagen. Für Tage mit wenig E-Mail hat es keine.',
  day: 'Tag',
  spam: 'Als Spam gemeldet',
  dmarc: 'DMARC bestanden',
  tls: 'Verschlüsselt',
  rejected: 'Abgelehnt',
  deferred: 'Aufgeschoben',
  needsWork: 'Google verlangt hier Änderungen:',
  requirements: {
    spf: 'SPF',
    dkim: 'DKIM',
    'spf-and-dkim': 'SPF und DKIM',
    'dmarc-policy': 'eine DMARC-Richtlinie',
    'dmarc-alignment': 'Übereinstimmung nach DMARC',
    'message-formatting': 'die Form der Nachrichten',
    'dns-records': 'Namen der Adressen im DNS',
    encryption: 'Verschlüsselung',
    'user-reported-spam-rate': 'weniger Meldungen als Spam',
    'one-click-unsubscribe': 'Abmelden mit einem Klick',
    'honor-unsubscribe': 'Abmeldungen achten',
  },
  compliant: 'Nach Ansicht von Google hält diese Domain die Regeln für Absender ein.',
} satisfies Translation<typeof texts.googleTexts>
