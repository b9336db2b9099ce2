import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/overview/overview.texts.ts'

export const overview = {
  title: 'Übersicht',
  live: 'Live',
  period: 'Zeitraum',
  periods: { 7: 'Letzte 7 Tage', 30: 'Letzte 30 Tage' },
  figures: {
    label: 'E-Mails in diesem Zeitraum',
    names: {
      sent: 'Gesendet',
      delivered: 'Zugestellt',
      opened: 'Geöffnet',
      clicked: 'Geklickt',
      bounced: 'Bounces',
      complained: 'Beschwerden',
    },
    shares: {
      sent: '',
      delivered: 'der gesendeten',
      opened: 'der zugestellten',
      clicked: 'der zugestellten',
      bounced: 'der gesendeten',
      complained: 'der zugestellten',
    },
    up: (share: string, days: number) => `${share} mehr als in den ${days} Tagen davor`,
    down: (share: string, days: number) => `${share} weniger als in den ${days} Tagen davor`,
  },
  chart: {
    title: 'E-Mails pro Tag',
    zone: (timezone: string) => `Tage in ${timezone}`,
    summary: (sent: string, opened: string, days: number) =>
      `E-Mails pro Tag: ${sent} zugestellt und ${opened} geöffnet in den letzten ${days} Tagen`,
  },
  health: {
    title: 'Reputation',
    states: { GOOD: 'Gut', TOO_FEW: 'Zu wenige E-Mails', WARNED: 'Gefährdet', PAUSED: 'Marketing pausiert' },
    reportable: (count: number) =>
      `Beschwerden werden unter den ${plural(count, 'E-Mail', 'E-Mails')} an Anbieter gezählt, die sie melden. Gmail meldet keine.`,
    overTime: 'Reputation im Zeitverlauf',
    refusals: 'Wegen des Absenders abgelehnt',
    refused: (emails: number) => `${plural(emails, 'E-Mail', 'E-Mails')} seit`,
    kinds: {
      authentication: 'Authentifizierung',
      blocklist: 'Sperrliste',
      content: 'Inhalt',
      size: 'Zu groß',
      rate: 'Zu schnell',
      server: 'Servername',
      policy: 'Richtlinie',
    },
    bounces: 'Bounces',
    complaints: 'Beschwerden',
    of: (count: number) => `von ${plural(count, 'E-Mail', 'E-Mails')} in 7 Tagen`,
    warning: (limit: string) => `Warnung ab ${limit}`,
    pause: (limit: string) => `Marketing-E-Mails pausieren ab ${limit}`,
    spoken: (rate: string, limits: string) => `${rate}; ${limits}`,
    resume: 'Marketing-E-Mails fortsetzen',
    resumed: 'Marketing-E-Mails gehen wieder hinaus.',
  },
  domains: {
    title: 'Domains mit Handlungsbedarf',
    states: {
      PENDING: 'Die DNS-Einträge fehlen noch.',
      VERIFIED: 'An den DNS-Einträgen hat sich etwas geändert.',
      FAILED: 'Die DNS-Einträge wurden nicht gefunden.',
    },
    open: 'Öffnen',
  },
  contacts: (total: number, subscribed: string) =>
    `${plural(total, 'Kontakt', 'Kontakte')}, ${subscribed} mit Abonnement`,
  newest: 'Neueste E-Mails',
  all: 'Alle E-Mails',
  activity: 'Neueste Aktivität',
  allActivity: 'Alle Aktivitäten',
  nothing: 'Noch nichts.',
} satisfies Translation<typeof texts.overview>
