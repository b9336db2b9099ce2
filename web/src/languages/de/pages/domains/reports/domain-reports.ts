import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/domains/reports/domain-reports.texts.ts'

export const domainReportTexts = {
  title: (domain: string) => `Berichte über ${domain}`,
  reports: 'Berichte',
  back: 'Domain',
  empty:
    'Kein Empfänger hat einen signierten Bericht über diese Tage geschickt. Berichte kommen einmal am Tag, sobald der DMARC-Eintrag diesen Server in rua nennt. Kopieren Sie den Eintrag von der Seite der Domain.',
  unsigned: (reports: number, messages: number) =>
    `${plural(reports, 'Bericht', 'Berichte')} ohne Signatur, über ${plural(messages, 'Nachricht', 'Nachrichten')}. Sie zählen nirgends auf dieser Seite, denn jeder kann so einen schicken.`,
  unsignedTls: (reports: number, sessions: number) =>
    `${plural(reports, 'TLS-Bericht', 'TLS-Berichte')} ohne Signatur, über ${plural(sessions, 'Sitzung', 'Sitzungen')}. Auch sie zählen nirgends auf dieser Seite.`,
  chart: {
    title: 'Nachrichten, die Empfänger gesehen haben',
    zone: 'Tage in UTC',
    names: { ours: 'Unsere', passed: 'DMARC bestanden', messages: 'Alle' },
    summary: (messages: string, aligned: string) =>
      `Empfänger haben ${messages} Nachrichten gesehen; ${aligned} haben DMARC bestanden.`,
  },
  readiness: {
    title: 'Eine strengere Richtlinie',
    current: (policy: string) => `Die Richtlinie im DNS ist p=${policy}, wie der neueste Bericht sagt.`,
    ready: 'Sicher',
    notReady: 'Noch nicht',
  },
  receivers: {
    title: 'Empfänger',
    receiver: 'Empfänger',
    sent: 'Wir haben gesendet',
    ours: 'Unsere, die er sah',
    others: 'Andere',
    passed: 'Unsere, die bestanden',
    unknown: 'Noch nicht gezählt',
  },
  alerts: {
    title: 'Warnungen',
    day: 'Tag',
    kind: 'Art',
    seen: 'Was gesehen wurde',
    next: 'Nächster Schritt',
    more: 'Mehr anzeigen',
    kinds: {
      'email.unknown_source': 'Unbekannter Absender',
      'email.alignment_dropped': 'Weniger besteht',
      'email.tls_failing': 'Verschlüsselung scheitert',
    },
    recent: (count: number, domain: string) =>
      `${plural(count, 'Warnung', 'Warnungen')} über ${domain} in den letzten 7 Tagen.`,
    open: 'Berichte öffnen',
  },
  sources: {
    title: 'Wer als diese Domain sendet',
    source: 'Adresse',
    kind: 'Rolle',
    messages: 'Nachrichten',
    passed: 'Bestanden',
    since: 'Seit',
    next: 'Nächster Schritt',
    more: 'Mehr anzeigen',
    network: (network: string) => `in ${network}`,
    others: 'Kleinste Quellen',
    kinds: {
      ours: 'Dieser Server',
      'ours-failing': 'Dieser Server, fehlerhaft',
      forwarder: 'Weiterleitung',
      service: 'Anderer Dienst',
      unknown: 'Unbekannt',
    },
  },
  tls: {
    title: 'Verschlüsselung auf dem Weg zu dieser Domain',
    good: (successful: string) =>
      `${successful} Sitzungen anderer Server waren so verschlüsselt, wie sie sollten.`,
    failed: (failed: string, successful: string) =>
      `${failed} Sitzungen anderer Server sind gescheitert, ${successful} nicht.`,
    result: 'Ergebnis',
    reporter: 'Gemeldet von',
    sessions: 'Sitzungen',
    last: 'Zuletzt',
    next: 'Nächster Schritt',
  },
  unread: {
    title: 'E-Mails, die nicht gelesen werden konnten',
    from: 'Von',
    at: 'Empfangen',
    problem: 'Grund',
    nobody: 'Unbekannt',
  },
} satisfies Translation<typeof texts.domainReportTexts>
