import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/contact/contact.texts.ts'

export const contactTexts = {
  states: {
    SUBSCRIBED: 'Abonniert',
    LEFT: 'Abgemeldet',
    PENDING: 'Um Bestätigung gebeten',
    NEVER_ASKED: 'Nicht abonniert',
  },
} satisfies Translation<typeof texts.contactTexts>
