import type { Contact } from '../../../api/contacts.ts'

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })

/** Why there may be marketing email for a contact, or not. The day of the last change is unknown for old contacts. */
const reasons: Record<Contact['subscriptionState'], (day: string | undefined) => string> = {
  SUBSCRIBED: (day) => `Yes: subscribed${day === undefined ? '' : ` since ${day}`}`,
  PENDING: (day) =>
    `Not yet: asked to confirm${day === undefined ? '' : ` on ${day}`}, and the link in that email was not followed so far`,
  LEFT: (day) =>
    `No: unsubscribed${day === undefined ? '' : ` on ${day}`}, and only the person should undo that`,
  NEVER_ASKED: () =>
    'No: this person got email that was needed, such as receipts, and was never asked about more',
}

export const consentTexts = {
  title: 'May we send marketing email to this person?',
  reasons,
  topics: (names: readonly string[]) => `, in ${inWords.format(names)}`,
  noTopics: ', but in no topic',
  paused: (day: string) => `; paused until ${day}`,
  export: 'Export everything about this person',
  exported: 'The file with everything about this person was saved.',
  ask: {
    button: 'Would they get…?',
    title: 'Would they get it?',
    text: (email: string) => `Choose what to ask about. Nothing is sent to ${email}.`,
    subject: 'Campaign, workflow or topic',
    choose: 'Choose a campaign, a workflow or a topic',
    kinds: { campaign: 'Campaigns', workflow: 'Workflows', topic: 'Topics' },
  },
}
