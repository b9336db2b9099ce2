import { translatable } from '../../i18n/translatable.ts'

/** The grace periods of an old secret, by seconds. */
export const graces = translatable('patterns/secret/graces', 'graces', {
  '0': 'It stops working at once',
  '3600': 'An hour',
  '86400': 'A day',
  '604800': '7 days',
  '2592000': '30 days',
})
