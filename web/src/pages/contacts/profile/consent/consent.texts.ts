import type { ConsentChange, Contact } from '../../../../api/audience/contacts.ts'
import { formatList } from '../../../../format/list.ts'
import { translatable } from '../../../../i18n/translatable.ts'

/** Why there may be marketing email for a contact, or not. The day of the last change is unknown for old contacts. */
const reasons: Record<Contact['subscriptionState'], (day: string | undefined) => string> = {
  SUBSCRIBED: (day) => `Yes: subscribed${day === undefined ? '' : ` since ${day}`}`,
  PENDING: (day) =>
    `Not yet: asked to confirm${day === undefined ? '' : ` on ${day}`}, and has not followed the link in that email yet`,
  LEFT: (day) =>
    `No: unsubscribed${day === undefined ? '' : ` on ${day}`}, and only the person should undo that`,
  NEVER_ASKED: () =>
    'No: this person got only necessary email, such as receipts, and was never asked about marketing email',
}

const states: Record<NonNullable<ConsentChange['after']>, string> = {
  SUBSCRIBED: 'Subscribed',
  PENDING: 'Asked to confirm',
  LEFT: 'Unsubscribed',
  NEVER_ASKED: 'Not subscribed',
  IN: 'In',
  OUT: 'Left',
}

const sources: Record<ConsentChange['source'], string> = {
  form: 'The person, by a form',
  api_key: 'An API key',
  member: 'A member, in the dashboard',
  import: 'An import',
  workflow: 'A workflow',
  page: 'The person, by a link in an email',
  one_click: 'The person, by the unsubscribe button of the mail client',
  mailto: 'The person, by an email',
  complaint: 'The person reported an email as spam',
  bounce: 'An email bounced',
  expiry: 'No confirmation came in time',
  unknown: 'Changed in the database',
}

const whats: Record<ConsentChange['what'], string> = {
  subscription: 'Subscription',
  confirmation: 'Confirmation',
  topic: 'Topic',
  address: 'Another address: the entries below belong to the previous one',
}

export const consentTexts = translatable('pages/contacts/profile/consent/consent', 'consentTexts', {
  title: 'May we send marketing email to this person?',
  reasons,
  topics: (names: readonly string[]) => `, in ${formatList(names)}`,
  noTopics: ', but in no topic',
  paused: (day: string) => `; paused until ${day}`,
  export: 'Export everything about this person',
  exported: 'The file with everything about this person was saved.',
  history: {
    title: 'Consent history',
    none: 'Nothing is recorded: this person has not made a choice yet, or made it before the history began.',
    whats,
    states,
    sources,
    noContact: 'New',
    noChoice: 'No choice',
    became: 'became',
    network: (hash: string) => `Network ${hash}`,
    open: {
      email: 'Open the email',
      workflow: 'Open the workflow',
      import: 'Open the import',
      key: 'API keys',
      member: 'Members',
    },
  },
  ask: {
    button: 'Would they get…?',
    title: 'Would they get it?',
    text: (email: string) => `Choose what to ask about. Nothing is sent to ${email}.`,
    subject: 'Campaign, workflow or topic',
    choose: 'Choose a campaign, a workflow or a topic',
    kinds: { campaign: 'Campaigns', workflow: 'Workflows', topic: 'Topics' },
  },
})
