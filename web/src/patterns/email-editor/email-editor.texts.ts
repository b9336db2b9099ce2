import { plural } from '../../format/plural.ts'

export const emailEditor = {
  code: 'Body of the email, HTML or MJML with Liquid',
  layout: {
    subject: 'Subject',
    previewText: 'Preview text',
    previewTextHint: 'Shown by inboxes after the subject',
    panes: 'Beside the code',
  },
  preview: {
    title: 'Preview of the email',
    as: 'Show',
    asOptions: { empty: 'Without values', contact: 'As a contact', json: 'With own values' },
    contact: 'Address of the contact',
    contactHint: 'Type an address',
    noContact: 'There is no contact with this address.',
    json: 'Values as JSON',
    badJson: 'This is not a JSON object.',
    desktop: 'Desktop',
    phone: 'Phone',
    dark: 'Dark mode',
    text: 'Plain text',
    noSubject: '(no subject)',
    darkHint: 'Email apps with a dark mode turn the colours of emails that have none of their own.',
  },
  suppressed: {
    address: 'This address',
    says: (reason: string) => `gets nothing: ${reason}.`,
    reasons: {
      unsubscribed: 'its contact has unsubscribed',
      not_subscribed: 'its contact never subscribed',
      paused: 'its contact wants no marketing email for a while',
      not_in_topic: 'its contact is not in the topic',
      hard_bounce: 'it is suppressed, because an email to it bounced',
      soft_bounces: 'it is suppressed, because several emails to it bounced',
      complaint: 'it is suppressed, because of a complaint',
      manual: 'it is on the suppression list',
    },
  },
  problems: {
    noProblems: 'No problems',
    count: (count: number) => plural(count, 'problem'),
    none: {
      title: 'Nothing to fix',
      text: 'The email can be read, and nothing about it is likely to go wrong.',
    },
    missing: (names: string) => `No value for ${names} in this preview; it is left out.`,
    block: (place: number) => `Block ${place}`,
    show: (line: number) => `Show line ${line}`,
    levels: { error: 'Error', warning: 'Warning', info: 'Hint' },
  },
}
