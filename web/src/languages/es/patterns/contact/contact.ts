import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/contact/contact.texts.ts'

export const contactTexts = {
  states: {
    SUBSCRIBED: 'Suscrito',
    LEFT: 'De baja',
    PENDING: 'Por confirmar',
    NEVER_ASKED: 'No suscrito',
  },
} satisfies Translation<typeof texts.contactTexts>
