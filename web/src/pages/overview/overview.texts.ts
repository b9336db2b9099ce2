import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const overview = translatable('pages/overview/overview', 'overview', {
  title: 'Overview',
  live: 'Live',
  period: 'Period',
  periods: { 7: 'Last 7 days', 30: 'Last 30 days' },
  figures: {
    label: 'Emails in this period',
    names: {
      sent: 'Sent',
      delivered: 'Delivered',
      opened: 'Opened',
      clicked: 'Clicked',
      bounced: 'Bounced',
      complained: 'Complaints',
    },
    shares: {
      sent: '',
      delivered: 'of sent',
      opened: 'of delivered',
      clicked: 'of delivered',
      bounced: 'of sent',
      complained: 'of delivered',
    },
    up: (share: string, days: number) => `${share} more than in the ${days} days before`,
    down: (share: string, days: number) => `${share} less than in the ${days} days before`,
  },
  chart: {
    title: 'Emails per day',
    zone: (timezone: string) => `Days in ${timezone}`,
    summary: (sent: string, opened: string, days: number) =>
      `Emails per day: ${sent} delivered and ${opened} opened in the last ${days} days`,
  },
  health: {
    title: 'Reputation',
    states: { GOOD: 'Good', TOO_FEW: 'Too few emails', WARNED: 'At risk', PAUSED: 'Marketing paused' },
    reportable: (count: number) =>
      `Complaints are counted among the ${plural(count, 'email')} to receivers that report them. Gmail does not.`,
    refusals: 'Refused because of the sender',
    refused: (emails: number) => `${plural(emails, 'email')} since`,
    kinds: {
      authentication: 'Authentication',
      blocklist: 'Blocklist',
      content: 'Content',
      size: 'Too large',
      rate: 'Too fast',
      server: 'Server name',
      policy: 'Policy',
    },
    overTime: 'Reputation over time',
    bounces: 'Bounces',
    complaints: 'Complaints',
    of: (count: number) => `of ${plural(count, 'email')} in 7 days`,
    warning: (limit: string) => `warning at ${limit}`,
    pause: (limit: string) => `marketing email is paused at ${limit}`,
    spoken: (rate: string, limits: string) => `${rate}; ${limits}`,
    resume: 'Resume marketing email',
    resumed: 'Marketing email goes out again.',
  },
  domains: {
    title: 'Domains that need attention',
    states: {
      PENDING: 'Its DNS records are not there yet.',
      VERIFIED: 'Something about its DNS records has changed.',
      FAILED: 'Its DNS records were not found.',
    },
    open: 'Open',
  },
  contacts: (total: number, subscribed: string) => `${plural(total, 'contact')}, ${subscribed} subscribed`,
  newest: 'Newest emails',
  all: 'All emails',
  activity: 'Newest activity',
  allActivity: 'All activity',
  nothing: 'Nothing yet.',
})
