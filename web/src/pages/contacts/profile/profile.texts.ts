import type { SuppressionReason } from '../../../api/audience/suppressions.ts'
import { formatCount } from '../../../format/number.ts'
import { plural } from '../../../format/plural.ts'
import { translatable } from '../../../i18n/translatable.ts'

const reasons: Record<SuppressionReason, string> = {
  hard_bounce: 'an email bounced, because the mailbox does not exist',
  complaint: 'an email was reported as spam',
  soft_bounces: 'several emails bounced in a row',
  manual: 'the address was put on the suppression list by hand',
}

export const profile = translatable('pages/contacts/profile/profile', 'profile', {
  suppression: {
    text: (reason: SuppressionReason) => `This address gets no email: ${reasons[reason]}.`,
    since: 'Since',
    until: 'Until',
    lift: 'Lift the suppression',
    title: 'Send email to this address again?',
    warnings: {
      hard_bounce: 'Email to a mailbox that does not exist harms the reputation of your domain.',
      complaint: 'Email to people who complained harms the reputation of your domain. Ask them first.',
      soft_bounces: 'The next bounces may suppress it again.',
      manual: 'Somebody of your team suppressed it on purpose.',
    } satisfies Record<SuppressionReason, string>,
    lifted: 'The address may get email again.',
  },
  segments: {
    title: 'Segments',
    none: 'In no segment.',
    since: 'since',
    unchecked: (count: number) =>
      `${plural(count, 'segment')} could not be checked, because the filter takes too long or refers to a deleted segment.`,
  },
  workflows: {
    title: 'Workflows',
    none: 'In no workflow so far.',
    at: (step: string) => `At: ${step}`,
    open: (workflow: string) => `Open the execution of ${workflow}`,
    since: 'since',
    goesOn: 'goes on',
    started: 'started',
  },
  engagement: {
    title: 'Engagement',
    by: 'Period',
    periods: { month: 'By month', week: 'By week' },
    sent: 'Sent',
    opened: 'Opened',
    clicked: 'Clicked',
    summary: (sent: number, opened: number, clicked: number) =>
      `Sent ${formatCount(sent)}, opened ${formatCount(opened)}, clicked ${formatCount(clicked)}`,
    none: { month: 'No email in the last 12 months.', week: 'No email in the last 26 weeks.' },
    cut: 'Only the newest 5,000 emails, opens and clicks are counted.',
  },
  emails: {
    opened: 'Opened',
    clicked: 'Clicked',
    campaign: 'Campaign',
    workflow: 'Workflow',
    template: 'Template',
  },
  fields: {
    title: 'Fields',
    none: 'There is no data about this contact yet.',
    edit: (key: string) => `Change ${key}`,
    json: 'Fields as JSON',
    jsonHint: 'Text, numbers, true, false, lists and objects. A key that you leave out is removed.',
    taken: 'The contact has this field already.',
    save: 'Save',
    cancel: 'Cancel',
    saved: 'Saved.',
  },
})
