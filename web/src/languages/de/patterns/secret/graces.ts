import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/secret/graces.texts.ts'

/** The grace periods of an old secret, by seconds. */
export const graces = {
  '0': 'Er funktioniert sofort nicht mehr',
  '3600': 'Eine Stunde',
  '86400': 'Ein Tag',
  '604800': '7 Tage',
  '2592000': '30 Tage',
} satisfies Translation<typeof texts.graces>
