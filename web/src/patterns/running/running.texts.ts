import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const runningTexts = translatable('patterns/running/running', 'runningTexts', {
  campaigns: {
    title: 'Campaigns',
    none: 'No campaign is under way.',
    states: { SENDING: 'Sending', SCHEDULED: 'Scheduled', SENT: 'Sent' },
    paused: 'Paused',
    progress: (sent: string, total: string) => `${sent} of ${total} sent`,
    results: (opened: string, clicked: string) => `${opened} opened, ${clicked} clicked, of delivered`,
    at: 'Starts',
  },
  workflows: {
    title: 'Workflows',
    none: 'No workflow is enabled.',
    active: (count: number) => plural(count, 'person inside', 'people inside'),
    completed: (count: string) => `${count} finished`,
    failed: (count: string) => `${count} failed`,
  },
})

export const paceTexts = translatable('patterns/running/running', 'paceTexts', {
  seconds: (count: string) => `${count} s`,
  minutes: (count: string) => `${count} min`,
  hours: (count: string) => `${count} h`,
})
