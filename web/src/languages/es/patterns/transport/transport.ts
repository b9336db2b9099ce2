import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/transport/transport.texts.ts'

export const transportTexts = {
  states: { working: 'Funciona', failing: 'Falla' },
  default: 'Predeterminado',
} satisfies Translation<typeof texts.transportTexts>
