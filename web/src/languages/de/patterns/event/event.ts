import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/event/event.texts.ts'

export const eventTexts = {
  open: {
    contact: 'Kontakt öffnen',
    email: 'E-Mail öffnen',
    campaign: 'Kampagne öffnen',
    workflow: 'Workflow öffnen',
    segment: 'Segment öffnen',
  },
} satisfies Translation<typeof texts.eventTexts>
