import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/secret/graces.texts.ts'

export const graces = {
  '0': 'Deja de funcionar enseguida',
  '3600': 'Una hora',
  '86400': 'Un día',
  '604800': '7 días',
  '2592000': '30 días',
} satisfies Translation<typeof texts.graces>
