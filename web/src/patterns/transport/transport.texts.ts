import { translatable } from '../../i18n/translatable.ts'

export const transportTexts = translatable('patterns/transport/transport', 'transportTexts', {
  states: { working: 'Working', failing: 'Failing' },
  default: 'Default',
})
