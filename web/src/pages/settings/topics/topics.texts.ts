import type { Topic } from '../../../api/audience/topics.ts'
import { translatable } from '../../../i18n/translatable.ts'

const optIns: Record<Topic['optIn'], string> = { implied: 'Implied', explicit: 'Explicit' }

/** The people in a topic, by its opt-in. */
const meanings: Record<Topic['optIn'], string> = {
  implied: 'Everybody who is subscribed, until they leave it.',
  explicit: 'Only people who chose it.',
}

export const topicTexts = translatable('pages/settings/topics/topics', 'topicTexts', {
  title: 'Topics',
  text: 'Kinds of email, such as news and offers. People can leave one topic and keep the others.',
  list: 'Topics of this project, newest first',
  create: 'New topic',
  docs: 'How topics work',
  empty: {
    title: 'No topics yet',
    text: 'A topic is a kind of email, such as news or offers. With topics, people who get too much leave one kind of email instead of all of them. Templates, campaigns and workflows name the topic of their emails.',
  },
  columns: {
    name: 'Topic',
    optIn: 'Opt-in: who gets it',
    shown: 'Shown to recipients',
    in: 'In',
    out: 'Left',
    actions: 'Actions',
  },
  optIns,
  meanings,
  shown: 'Yes',
  hidden: 'No',
  edit: 'Edit',
  editOne: (name: string) => `Edit ${name}`,
  delete: 'Delete',
  deleteOne: (name: string) => `Delete ${name}`,
  form: {
    createTitle: 'New topic',
    createText: 'What recipients see of it: the name and the description.',
    editTitle: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameHint: 'Such as “Product news”.',
    key: 'Key',
    keyHint: 'How the API, filters and files name it: a to z, 0 to 9 and hyphens. It never changes.',
    keyStays: 'The key never changes.',
    description: 'Description',
    descriptionHint: 'What people get, and how often. Shown below the name.',
    optIn: 'Who gets it?',
    isPublic: 'Show it to recipients',
    isPublicHint: 'On the pages where they choose what they get.',
    cap: 'Limit how many emails of this topic one person gets',
    capHint: 'Beside the frequency cap of the project, if there is one.',
    create: 'Create topic',
    save: 'Save',
    created: 'The topic was created.',
    saved: 'The topic was saved.',
  },
  deleting: {
    title: (name: string) => `Delete ${name}?`,
    text: 'What people chose about it is deleted, too. Templates and drafts that name it send nothing until they get another topic, or none. Emails that wait for it are cancelled.',
    blocked: 'It is in use and cannot be deleted now:',
    blockedHint:
      'Cancel the campaign or wait until it is sent; switch the workflow or the form off, or change it.',
    cancel: 'Keep it',
    submit: 'Delete topic',
    done: 'The topic was deleted.',
  },
})
