import { translatable } from '../../i18n/translatable.ts'

export const topicsTexts = translatable('patterns/topics/topics', 'topicsTexts', {
  topic: 'Topic',
  none: 'No topic',
  gone: (key: string) => `${key} (deleted)`,
  manage: 'Manage topics',
  create: 'Create a topic',
  hints: {
    implied: 'Goes to subscribed people who have not left it.',
    explicit: 'Goes to subscribed people who chose it.',
    none: 'Goes to everybody who is subscribed.',
    noTopics: 'With topics, people can leave one kind of email and keep the others.',
    gone: 'This topic was deleted: nothing is sent until you choose another one, or none.',
  },
})
