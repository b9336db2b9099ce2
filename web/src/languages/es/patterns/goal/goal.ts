import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/goal/goal.texts.ts'

export const goalTexts = {
  conversions: 'Alcanzaron el objetivo',
  events: 'Cuántas veces en total',
  value: 'Suma del valor',
} satisfies Translation<typeof texts.goalTexts>
