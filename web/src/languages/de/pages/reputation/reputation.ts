import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/reputation/reputation.texts.ts'

export const reputation = {
  title: 'Reputation',
  subtitle: 'Wie Empfänger Ihre E-Mails angenommen haben, Tag für Tag',
  provider: 'Postfachanbieter',
  allProviders: 'Alle Postfachanbieter',
  scope: 'Projekte',
  scopes: { project: 'Dieses Projekt', instance: 'Alle Projekte' },
  empty: 'Keine E-Mails an diesen Tagen. E-Mails werden beim Versand gezählt.',
  chart: {
    title: 'E-Mails pro Tag',
    zone: (timezone) => `Tage in ${timezone}`,
    names: {
      accepted: 'Angenommen',
      deferred: 'Aufgeschoben',
      bounced: 'Bounces',
      complained: 'Beschwerden',
    },
    summary: (emails, bad) =>
      `E-Mails pro Tag: insgesamt ${emails}, ${plural(bad, 'schlechter Tag', 'schlechte Tage')}`,
  },
  days: {
    label: 'Die Tage auf einen Blick',
    states: { good: 'gut', warn: 'auffällig', bad: 'schlecht', neutral: 'keine E-Mails' },
    bad: (days) => `Schlecht: ${days}`,
    none: 'Kein schlechter Tag.',
    explanation:
      'Ein Tag ist schlecht ab 5 % Bounces, 0,3 % Beschwerden oder 30 % aufgeschobenen Versuchen, und auffällig ab 2 %, 0,1 % oder 10 %. Tage mit weniger als 20 Versuchen werden nicht bewertet.',
  },
  table: {
    providers: 'Nach Postfachanbieter',
    senders: 'Nach Absenderadresse des Servers',
    provider: 'Postfachanbieter',
    sender: 'Absenderadresse',
    emails: 'E-Mails',
    accepted: 'Angenommen',
    deferred: 'Aufgeschoben',
    bounced: 'Bounces',
    complained: 'Beschwerden',
    server: 'Transport dieses Servers',
    deleted: 'Gelöschter Transport',
  },
  replies: {
    title: 'Häufigste Antworten',
    none: 'Kein Empfänger hat eine E-Mail aufgeschoben oder abgelehnt.',
    others: 'Andere Antworten',
    since: 'seit',
    last: 'zuletzt',
    effects: { deferred: 'Aufgeschoben', refused: 'Abgelehnt', reported: 'Später zurück' },
  },
  brakes: {
    title: 'Was den Versand gebremst hat',
    none: 'Nichts hat den Versand gebremst.',
    kinds: {
      warned: 'Gewarnt',
      paused: 'Marketing angehalten',
      transport: 'Transport ruhte',
      destination: 'Empfänger ruhte',
      'warm-up': 'Aufwärmmenge verbraucht',
    },
    project: 'Marketing-E-Mails des Projekts',
    from: 'von',
    until: 'bis',
    now: 'noch immer',
  },
} satisfies Translation<typeof texts.reputation>
