import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const reputation = translatable('pages/reputation/reputation', 'reputation', {
  title: 'Reputation',
  subtitle: 'How receivers took your emails, day by day',
  provider: 'Mailbox provider',
  allProviders: 'All mailbox providers',
  scope: 'Projects',
  scopes: { project: 'This project', instance: 'All projects' },
  empty: 'No emails in these days. Emails are counted as they are sent.',
  chart: {
    title: 'Emails per day',
    zone: (timezone: string) => `Days in ${timezone}`,
    names: { accepted: 'Accepted', deferred: 'Deferred', bounced: 'Bounced', complained: 'Complaints' },
    summary: (emails: string, bad: number) => `Emails per day: ${emails} in total, ${plural(bad, 'bad day')}`,
  },
  days: {
    label: 'Days at a glance',
    states: { good: 'good', warn: 'conspicuous', bad: 'bad', neutral: 'no emails' },
    bad: (days: string) => `Bad: ${days}`,
    none: 'No bad day.',
    explanation:
      'A day is bad from 5 % bounces, 0.3 % complaints or 30 % deferred attempts on, and conspicuous from 2 %, 0.1 % or 10 %. Days with fewer than 20 attempts are not judged.',
  },
  table: {
    providers: 'By mailbox provider',
    senders: 'By sending address',
    provider: 'Mailbox provider',
    sender: 'Sending address',
    emails: 'Emails',
    accepted: 'Accepted',
    deferred: 'Deferred',
    bounced: 'Bounced',
    complained: 'Complaints',
    server: 'Transport of this server',
    deleted: 'Deleted transport',
  },
  replies: {
    title: 'Most frequent replies',
    none: 'No receiver deferred or refused an email.',
    others: 'Other replies',
    since: 'since',
    last: 'last',
    effects: { deferred: 'Deferred', refused: 'Refused', reported: 'Bounced later' },
  },
  brakes: {
    title: 'What slowed email down',
    none: 'Nothing slowed email down.',
    kinds: {
      warned: 'Warned',
      paused: 'Marketing paused',
      transport: 'Transport rested',
      destination: 'Receiver rested',
      'warm-up': 'Warm-up used up',
    },
    project: 'Marketing email of the project',
    from: 'from',
    until: 'until',
    now: 'still',
  },
})
