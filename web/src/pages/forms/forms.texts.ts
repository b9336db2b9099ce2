import type { FieldType } from '../../../../src/features/forms/forms.values.ts'
import { plural } from '../../format/plural.ts'
import type { FormDraft } from './editor/form-draft.ts'
import { translatable } from '../../i18n/translatable.ts'

const types: Record<FieldType, string> = {
  text: 'Text',
  email: 'Email address',
  number: 'Number',
  date: 'Date',
  select: 'Choice from a list',
  checkbox: 'Checkbox',
}

const confirms: Record<FormDraft['confirm'], string> = {
  project: 'As set for the project',
  always: 'Always',
  never: 'Never',
}

export const forms = translatable('pages/forms/forms', 'forms', {
  title: 'Forms',
  list: 'Forms of this project, newest first',
  count: (count: number) => plural(count, 'form'),
  create: 'New form',
  columns: {
    name: 'Name',
    state: 'State',
    topics: 'Topics',
    submissions: 'Submissions',
    created: 'Created',
  },
  states: { on: 'On', off: 'Off' },
  noTopics: 'None',
  empty: {
    title: 'No forms yet',
    text: 'People sign up with a form: on a page of ours that you link to, or in a page of yours. You choose what it asks for and which topics people join.',
  },
  docs: 'How forms work',
  calls: {
    list: 'List',
    create: 'Create',
    preview: 'Preview',
    read: 'Read',
    change: 'Change',
    snippet: 'Snippet',
    contacts: 'Contacts',
    statistics: 'Statistics',
  },
  tabs: { label: 'Parts of the form', edit: 'Edit', share: 'Share', submissions: 'Submissions' },
  status: {
    dirty: 'Not saved yet',
    saved: 'Everything is saved',
    readOnly: 'Read-only',
  },
  deleting: {
    button: 'Delete',
    title: (name: string) => `Delete ${name}?`,
    text: 'Its page answers 404 from then on, and its statistics are deleted. The people who signed up stay, and those who have not confirmed yet still can.',
    submit: 'Delete the form',
    cancel: 'Keep it',
    done: 'The form was deleted.',
  },
})

export const editorTexts = translatable('pages/forms/forms', 'editorTexts', {
  newTitle: 'New form',
  create: 'Create form',
  save: 'Save',
  created: 'The form was created.',
  saved: 'The form was saved.',
  basics: 'Form',
  name: 'Name',
  nameHint: 'For you; people do not see it. Such as “Footer of the shop”.',
  enabled: 'Accept sign-ups',
  enabledHint: 'While it is off, its page answers 404 and nobody can sign up.',
  fields: {
    title: 'Fields',
    nameOf: (label: string, number: number) => `Field ${number}${label === '' ? '' : `: ${label}`}`,
    label: 'Label',
    key: 'Stored as',
    keyHint: 'The key in the data of the contact.',
    addressHint: 'The address of the contact.',
    type: 'Type',
    types,
    required: 'Required',
    requiredHint: 'It has to be filled in.',
    requiredCheckbox: 'It has to be checked.',
    options: 'Choices',
    optionsHint: 'One per line.',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    remove: (name: string) => `Remove ${name}`,
    add: 'Add a field',
  },
  words: {
    title: 'Words',
    consent: 'Consent text',
    consentHint: 'Shown above the button, and kept with the consent of each person.',
    submit: 'Button',
    submitHint: 'Without it: “Sign up”, in the language of the browser.',
    success: 'After signing up',
    successHint: 'Shown on the page that thanks people.',
    redirect: 'Redirect to',
    redirectHint: 'People are sent there instead of the page that thanks them.',
  },
  signUp: {
    title: 'Signing up',
    topics: 'Topics that people join',
    noTopics: 'The project has no topics yet. People are subscribed to everything.',
    confirm: 'Confirm the address by a link in an email',
    confirms,
    projectAsks: 'The project asks for a confirmation now.',
    projectAsksNot:
      'The project does not ask for a confirmation now. People who have left have to confirm in any case.',
    always: 'People are subscribed once they have confirmed.',
    never: 'People are subscribed at once. Those who have left have to confirm in any case.',
  },
  origins: {
    title: 'Your pages',
    label: 'Allowed origins',
    hint: 'One per line, such as https://www.example.com. Only these pages may use the form, and our own.',
  },
  preview: {
    title: 'Preview',
    frame: 'The page of the form',
    dark: 'Dark mode',
    unfinished: 'Some entries are incomplete. The preview shows the last complete ones.',
    /** Stands for a name that is not typed yet; the page does not show it. */
    name: 'Preview',
  },
})

export const shareTexts = translatable('pages/forms/forms', 'shareTexts', {
  off: 'The form is switched off: its page answers 404.',
  page: 'The page of the form',
  pageText: 'Link to it from anywhere. It works without scripts, on a phone and in eleven languages.',
  copyUrl: 'Copy the address',
  open: 'Open the page',
  html: 'On your own page',
  htmlText: 'Paste this into the page. It has no styles of its own: the form has the class lettermill-form.',
  noOrigins: 'No page of yours may use the form yet: add its origin to the allowed origins first.',
  origins: (list: string) => `These pages may use it: ${list}.`,
  sample: 'HTML',
})

export const statisticsTexts = translatable('pages/forms/forms', 'statisticsTexts', {
  total: 'Since it was created',
  counts: { submissions: 'Submissions', contacts: 'New contacts', confirmed: 'Confirmed' },
  hints: {
    submissions: 'how often people signed up, known or not',
    contacts: 'people who were not known before',
    confirmed: 'addresses confirmed by the link in the email',
  },
  chart: 'Over time',
  period: 'Period',
  periods: { month: '30 days', quarter: '90 days', year: '365 days' },
  zone: (timezone: string) => `Days in ${timezone}`,
  summary: (submissions: number, days: number) =>
    `${plural(submissions, 'submission')} in the last ${plural(days, 'day')}`,
})

export const signedUpTexts = translatable('pages/forms/forms', 'signedUpTexts', {
  title: 'Who signed up',
  label: 'Contacts who signed up with this form, newest first',
  count: (count: number) => plural(count, 'person', 'people'),
  text: 'The contacts that this form has subscribed, or asked to confirm, with their data as it is now.',
  empty: 'Nobody has signed up yet. Share the form to change that.',
  columns: { email: 'Email', state: 'Subscription', signedUp: 'Signed up' },
})
