import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/goal/goal.texts.ts'

export const goalTexts = {
  conversions: 'Ziel erreicht',
  events: 'Wie oft insgesamt',
  value: 'Summe des Werts',
} satisfies Translation<typeof texts.goalTexts>
