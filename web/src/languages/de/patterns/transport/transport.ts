import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/transport/transport.texts.ts'

export const transportTexts = {
  states: { working: 'Funktioniert', failing: 'Fehlerhaft' },
  default: 'Standard',
} satisfies Translation<typeof texts.transportTexts>
