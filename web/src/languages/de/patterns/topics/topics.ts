import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/topics/topics.texts.ts'

export const topicsTexts = {
  topic: 'Thema',
  none: 'Kein Thema',
  gone: (key: string) => `${key} (gelöscht)`,
  manage: 'Themen verwalten',
  create: 'Thema erstellen',
  hints: {
    implied: 'Geht an Abonnenten, die es nicht verlassen haben.',
    explicit: 'Geht an Abonnenten, die es gewählt haben.',
    none: 'Geht an alle Abonnenten.',
    noTopics: 'Mit Themen können Personen eine Art von E-Mails verlassen und die anderen behalten.',
    gone: 'Dieses Thema wurde gelöscht: Nichts wird gesendet, bis Sie ein anderes wählen, oder keines.',
  },
} satisfies Translation<typeof texts.topicsTexts>
