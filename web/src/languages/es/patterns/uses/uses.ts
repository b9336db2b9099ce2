import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/uses/uses.texts.ts'

export const usesTexts = {
  none: 'Nada lo usa.',
  kinds: {
    campaign: 'Campaña',
    recurring_campaign: 'Campaña periódica',
    workflow: 'Flujo',
    segment: 'Segmento',
    form: 'Formulario',
    template: 'Plantilla',
    partial: 'Fragmento',
  },
} satisfies Translation<typeof texts.usesTexts>
