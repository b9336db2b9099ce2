import { translatable } from '../../../i18n/translatable.ts'

export const results = translatable('pages/workflows/results/results', 'results', {
  goal: 'Goal',
  goalNotice: (event: string) =>
    `Contacts with the event “${event}” in the window after they entered. Beside each email: those for whom it was the last one before.`,
  noGoal: 'The workflow has no goal. Give it one at its start, and see here how many contacts reach it.',
  steps: 'Step by step',
  columns: {
    step: 'Step',
    passed: 'Passed',
    waiting: 'Waiting',
    left: 'Left here',
    failed: 'Failed',
    sent: 'Sent',
    opened: 'Opened',
    clicked: 'Clicked',
    bounced: 'Bounced',
    unsubscribed: 'Unsubscribed',
    conversions: 'Reached the goal',
    value: 'Value',
  },
  withShare: (count: string, share: string) => `${count} · ${share}`,
  notice: 'Machines open emails, too. Figures are those of all versions since the workflow was created.',
})
