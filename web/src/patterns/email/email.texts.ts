import type { Email, EmailStatus } from '../../api/sending/emails.ts'
import { translatable } from '../../i18n/translatable.ts'

const statuses: Record<EmailStatus, string> = {
  QUEUED: 'Queued',
  SCHEDULED: 'Scheduled',
  SENDING: 'Sending',
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  DEFERRED: 'Deferred',
  BOUNCED: 'Bounced',
  COMPLAINED: 'Complained',
  FAILED: 'Failed',
  SUPPRESSED: 'Suppressed',
  CANCELLED: 'Cancelled',
}

const sources: Record<Email['source'], string> = {
  TRANSACTIONAL: 'API',
  CAMPAIGN: 'Campaign',
  WORKFLOW: 'Workflow',
  TEST: 'Test',
  PROBE: 'Feedback test',
}

/** Reasons that are a word of the API, in plain words; others are sentences already. */
const reasons: Record<string, string> = {
  unsubscribed: 'The contact has unsubscribed.',
  not_subscribed: 'The contact never subscribed.',
  not_in_topic: 'The contact is not in the topic of this email.',
  control_group: 'The contact is in the control group, which gets no marketing email.',
  topic_deleted: 'The topic of this email was deleted.',
  frequency_cap: 'The frequency cap held it for too long.',
  coupon_list_empty: 'The coupon list had no free code for this contact.',
  coupon_list_missing: 'The coupon list that the email names does not exist.',
  paused: 'The contact has paused marketing email.',
  hard_bounce: 'The address is suppressed: an email to it bounced.',
  soft_bounces: 'The address is suppressed: several emails to it bounced.',
  complaint: 'The address is suppressed: its owner complained.',
  manual: 'The address is on the suppression list.',
}

const heldFor: Record<NonNullable<Email['heldFor']>, string> = {
  cap: 'Held by the frequency cap',
  quiet_hours: 'Held by quiet hours',
}

export const emailTexts = translatable('patterns/email/email', 'emailTexts', {
  statuses,
  sources,
  reason: (reason: string) => reasons[reason] ?? reason,
  heldFor,
  held: 'Held',
  until: 'until',
  heldHints: {
    cap: 'The contact has had as many marketing emails as the project allows.',
    quiet_hours:
      'The project sends no marketing email at this time. The email leaves when the quiet hours end.',
  },
  limits: 'Sending limits',
  view: 'Views of the email',
  tabs: { html: 'HTML', text: 'Text', headers: 'Headers', source: 'Source', attachments: 'Attachments' },
  preview: 'The email as its recipient sees it',
  phone: 'Phone width',
  desktop: 'Full width',
  showImages: 'Load remote images',
  hideImages: 'Block remote images',
  noHtml: 'This email has no HTML part.',
  noText: 'This email has no text part.',
  noSource: 'The source is kept only for emails in the built-in inbox.',
  noAttachments: 'Nothing is attached to this email.',
  download: 'Download',
  downloadName: (name: string) => `Download ${name}`,
  header: 'Header',
  value: 'Value',
  noSubject: '(no subject)',
  timeline: 'Timeline',
  engagement: { opened: 'Opened', clicked: 'Clicked' },
  origins: { campaign: 'Campaign', workflow: 'Workflow', template: 'Template' },
  originDeleted: 'Deleted',
  events: {
    queued: ['Queued', 'Accepted; waiting to be sent.'],
    scheduled: ['Scheduled', 'Will be sent at the chosen time.'],
    held: ['Held', 'The sending limits of the project hold it back.'],
    rescheduled: ['Rescheduled', 'The time was changed.'],
    sent: ['Sent', 'The next mail server accepted it.'],
    delivered: ['Delivered', 'It is in the mailbox.'],
    deferred: ['Deferred', 'The other server asked to try again later.'],
    delayed: ['Delayed', 'The other server is still trying.'],
    bounced: ['Bounced', 'The other server refused it for good.'],
    complained: ['Complained', 'The recipient reported it as spam.'],
    unsubscribed: ['Unsubscribed', 'The recipient unsubscribed.'],
    opened: ['Opened', 'The mail program of the recipient may have done this by itself.'],
    clicked: ['Clicked', 'A link was opened.'],
    failed: ['Failed', 'It could not be sent.'],
    suppressed: ['Suppressed', 'This recipient gets no email.'],
    cancelled: ['Cancelled', 'It was cancelled before it was sent.'],
    erased: ['Erased', 'The contact was deleted, and with it what the email said.'],
  } as Record<string, readonly [string, string] | undefined>,
})
