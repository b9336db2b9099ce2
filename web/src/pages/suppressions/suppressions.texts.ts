import type { SuppressionReason } from '../../api/audience/suppressions.ts'
import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

const reasons: Record<SuppressionReason, string> = {
  hard_bounce: 'No such mailbox',
  complaint: 'Reported as spam',
  soft_bounces: 'Failed several times',
  manual: 'Added by you',
}

const warnings: Record<SuppressionReason, string> = {
  hard_bounce:
    'The server of this address said that the mailbox does not exist. Another email to it harms your reputation unless it exists now.',
  complaint:
    'This person reported an email as spam. Write to them again only if they asked for it: another report harms all your email.',
  soft_bounces: 'Emails to this address failed several times in a row. It may work again by now.',
  manual: 'The address can receive email from this project again.',
}

export const suppressions = translatable('pages/suppressions/suppressions', 'suppressions', {
  title: 'Suppressions',
  list: 'Suppressed addresses, newest first',
  count: (count: number) => plural(count, 'address gets no email', 'addresses get no email'),
  matching: (count: number) => plural(count, 'address matches', 'addresses match'),
  search: 'Search by address',
  reason: 'Reason',
  reasons,
  warnings,
  columns: {
    email: 'Address',
    reason: 'Reason',
    source: 'Source',
    since: 'Since',
    until: 'Until',
    actions: 'Actions',
  },
  forever: 'For good',
  add: 'Add addresses',
  import: 'Import',
  remove: 'Remove',
  removeOne: (email: string) => `Remove ${email}`,
  empty: {
    title: 'No address is suppressed',
    text: 'Addresses come here by themselves when they bounce for good or report an email as spam. They get no more email of this project.',
  },
  nothing: { title: 'Nothing matches', text: 'Try another part of the address.', clear: 'Show all' },
  adding: {
    title: 'Suppress addresses',
    text: 'No email of this project goes to them any more, not even a transactional one.',
    tooMany: (most: string) => `At most ${most} at once: add the rest afterwards.`,
    submit: (count: number) =>
      count > 1 ? `Suppress ${plural(count, 'address', 'addresses')}` : 'Suppress the address',
    progress: 'Addresses that are suppressed',
    stop: 'Stop',
    cancel: 'Cancel',
    done: (count: number) =>
      count === 1 ? 'The address is suppressed.' : `${plural(count, 'address', 'addresses')} are suppressed.`,
    failed: (count: string, message: string) => `${count} could not be added: ${message}`,
  },
  importing: {
    title: 'Import a suppression list',
    text: 'A CSV file with a column “email” and, if you know it, a column “reason”. No email of this project goes to these addresses any more.',
    file: 'CSV file',
    fileHint: 'Reasons are hard_bounce, complaint, soft_bounces or manual.',
    reason: 'Reason of rows that name none',
    submit: 'Import',
    progress: 'Rows that were read',
    running: (done: string, total: string) => `${done} of ${total} rows`,
    outcome: ({ done, failed }: { done: string; failed: string }) =>
      failed === '0' ? `Imported: ${done}.` : `Imported: ${done}. Not imported: ${failed}.`,
    problem: (row: string, message: string) => `Row ${row}: ${message}`,
    leave: 'Go on in the background',
    close: 'Close',
  },
  removing: {
    title: (email: string) => `Let ${email} get email again?`,
    cancel: 'Keep it',
    submit: 'Remove',
    done: 'The address can receive email again.',
  },
})
