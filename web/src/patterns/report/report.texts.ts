import { translatable } from '../../i18n/translatable.ts'

export const reportTexts = translatable('patterns/report/report', 'reportTexts', {
  download: 'Download as CSV',
  downloadList: 'Download this list as CSV',
  downloaded: 'The report is downloaded.',
  period: 'Period',
  periods: { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days', '365': 'Last year' },
  rates: {
    high: 'high',
    tooHigh: 'too high',
    advice: {
      bounces:
        'Mailbox providers distrust senders with many bounces. From 2 % it is high, from 5 % too high: remove addresses that do not exist.',
      complaints:
        'Mailbox providers block senders with many spam reports. From 0.1 % it is high, from 0.3 % too high: write only to people who expect it.',
    },
  },
})
