import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/event/event.texts.ts'

export const eventTexts = {
  open: {
    contact: 'Abrir el contacto',
    email: 'Abrir el correo',
    campaign: 'Abrir la campaña',
    workflow: 'Abrir el flujo',
    segment: 'Abrir el segmento',
  },
} satisfies Translation<typeof texts.eventTexts>
