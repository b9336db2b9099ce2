import { translatable } from '../../i18n/translatable.ts'

export const goalTexts = translatable('patterns/goal/goal', 'goalTexts', {
  conversions: 'Reached the goal',
  events: 'How often in all',
  value: 'Sum of the value',
})
