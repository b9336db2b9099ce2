import { formatCount } from '../../../../format/number.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/addresses/addresses.texts.ts'
import { plural } from '../../../es-words.ts'

export const addressesTexts = {
  label: 'Direcciones',
  hint: 'Una por línea, o separadas por comas.',
  none: 'No contiene ninguna dirección.',
  found: (count: number) => plural(count, 'dirección', 'direcciones'),
  wrong: (count: number, first: string) =>
    count === 1
      ? `«${first}» no es una dirección`
      : `${formatCount(count)} no son direcciones, como «${first}»`,
  running: (done: string, total: string) => `${done} de ${total}`,
} satisfies Translation<typeof texts.addressesTexts>
