import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/uses/uses.texts.ts'

export const usesTexts = {
  none: 'Nirgends verwendet.',
  kinds: {
    campaign: 'Kampagne',
    recurring_campaign: 'Regelmäßige Kampagne',
    workflow: 'Workflow',
    segment: 'Segment',
    form: 'Formular',
    template: 'Vorlage',
    partial: 'Baustein',
  },
} satisfies Translation<typeof texts.usesTexts>
