import { plural } from '../../../format/plural.ts'
import { translatable } from '../../../i18n/translatable.ts'

export const domainReportTexts = translatable('pages/domains/reports/domain-reports', 'domainReportTexts', {
  title: (domain: string) => `Reports about ${domain}`,
  reports: 'Reports',
  back: 'Domain',
  empty:
    'No receiver has sent a signed report about these days. Reports come once per day, after the DMARC record names this server in rua. Copy the record from the page of the domain.',
  unsigned: (reports: number, messages: number) =>
    `${plural(reports, 'report', 'reports')} without a signature, about ${plural(messages, 'message', 'messages')}. They count nowhere on this page, because anybody can send one.`,
  unsignedTls: (reports: number, sessions: number) =>
    `${plural(reports, 'TLS report', 'TLS reports')} without a signature, about ${plural(sessions, 'session', 'sessions')}. They count nowhere on this page either.`,
  chart: {
    title: 'Messages that receivers saw',
    zone: 'Days in UTC',
    names: { ours: 'Ours', passed: 'Passed DMARC', messages: 'All' },
    summary: (messages: string, aligned: string) =>
      `Receivers saw ${messages} messages; ${aligned} passed DMARC.`,
  },
  readiness: {
    title: 'A stricter policy',
    current: (policy: string) => `The policy in DNS is p=${policy}, as the newest report says.`,
    ready: 'Safe',
    notReady: 'Not yet',
  },
  receivers: {
    title: 'Receivers',
    receiver: 'Receiver',
    sent: 'We sent',
    ours: 'Ours that it saw',
    others: 'Others',
    passed: 'Ours that passed',
    unknown: 'Not counted yet',
  },
  alerts: {
    title: 'Alerts',
    day: 'Day',
    kind: 'Kind',
    seen: 'What was seen',
    next: 'Next step',
    more: 'Show more',
    kinds: {
      'email.unknown_source': 'Unknown sender',
      'email.alignment_dropped': 'Less passes',
      'email.tls_failing': 'Encryption fails',
    },
    recent: (count: number, domain: string) =>
      `${plural(count, 'alert', 'alerts')} about ${domain} in the last 7 days.`,
    open: 'Open the reports',
  },
  sources: {
    title: 'Who sends as this domain',
    source: 'Address',
    kind: 'Role',
    messages: 'Messages',
    passed: 'Passed',
    since: 'Since',
    next: 'Next step',
    more: 'Show more',
    network: (network: string) => `in ${network}`,
    others: 'Smallest sources',
    kinds: {
      ours: 'This server',
      'ours-failing': 'This server, failing',
      forwarder: 'Forwarder',
      service: 'Other service',
      unknown: 'Unknown',
    },
  },
  tls: {
    title: 'Encryption on the way to this domain',
    good: (successful: string) => `${successful} sessions of other servers were encrypted as they should be.`,
    failed: (failed: string, successful: string) =>
      `${failed} sessions of other servers failed, ${successful} did not.`,
    result: 'Result',
    reporter: 'Reported by',
    sessions: 'Sessions',
    last: 'Last',
    next: 'Next step',
  },
  unread: {
    title: 'Emails that could not be read',
    from: 'From',
    at: 'Received',
    problem: 'Reason',
    nobody: 'Unknown',
  },
})
