import { formatCount } from '../../format/number.ts'
import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const approvalTexts = translatable('pages/approvals/approvals', 'approvalTexts', {
  title: 'Approvals',
  list: 'Approvals, newest first',
  count: (count: number) => plural(count, 'approval', 'approvals'),
  columns: {
    title: 'Email',
    tool: 'What',
    recipients: 'Recipients',
    key: 'Requested with',
    state: 'State',
    requested: 'Requested',
  },
  search: 'Search by subject, campaign or key',
  state: 'State',
  states: {
    WAITING: 'Waiting',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    FAILED: 'Failed',
    EXPIRED: 'Expired',
  },
  tools: { send_email: 'Email', send_campaign: 'Campaign', test_campaign: 'Test of a campaign' },
  recipients: (count: number | null) => (count === null ? 'Not counted' : formatCount(count)),
  empty: {
    title: 'Nothing waits for you',
    text: 'When an agent (MCP) wants to send to more recipients than the project settings allow without approval, you decide here.',
  },
  nothing: {
    title: 'Nothing matches',
    text: 'Try another part of the title, or another state.',
    clear: 'Show all',
  },
  calls: { list: 'List approvals', read: 'Get the approval' },
  detail: {
    request: 'Request',
    content: 'What would be sent',
    outcome: 'Decision',
    what: 'What',
    recipients: 'Recipients',
    key: 'API key',
    requested: 'Requested',
    expires: 'Expires',
    decidedBy: 'Decided by',
    decided: 'Decided',
    reason: 'Reason',
    campaign: 'Open the campaign',
    campaignText:
      'Look at the campaign before you approve. If it is changed until then, the approval fails and nothing is sent.',
    to: 'To',
    subject: 'Subject',
    template: 'Template',
    scheduled: 'Scheduled for',
    preview: 'The email',
    whole: 'All fields of the call',
  },
  waiting: 'An agent waits for your decision. Nothing has been sent.',
  outcomes: {
    APPROVED: 'It was approved, and carried out.',
    REJECTED: 'It was rejected. Nothing was sent.',
    FAILED: 'It was approved, but could not be carried out. Nothing was sent.',
    EXPIRED: 'Nobody decided in time. Nothing was sent.',
  },
  approving: {
    button: 'Approve',
    title: 'Send this?',
    text: (recipients: number | null) =>
      recipients === null
        ? 'It is sent at once. The recipients could not be counted.'
        : `It is sent to ${plural(recipients, 'recipient', 'recipients')}.`,
    submit: 'Approve and send',
    done: { APPROVED: 'It was approved.', other: 'It could not be carried out.' },
  },
  rejecting: {
    button: 'Reject',
    title: 'Reject this?',
    text: 'Nothing is sent. The agent can read the reason.',
    reason: 'Reason',
    submit: 'Reject',
    done: 'It was rejected.',
  },
})
