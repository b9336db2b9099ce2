import { formatCount } from '../../../../format/number.ts'
import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/addresses/addresses.texts.ts'

export const addressesTexts = {
  label: 'Adressen',
  hint: 'Eine pro Zeile oder durch Kommas getrennt.',
  none: 'Es ist keine Adresse darin.',
  found: (count: number) => plural(count, 'Adresse', 'Adressen'),
  wrong: (count: number, first: string) =>
    count === 1
      ? `„${first}“ ist keine Adresse`
      : `${formatCount(count)} sind keine Adressen, etwa „${first}“`,
  running: (done: string, total: string) => `${done} von ${total}`,
} satisfies Translation<typeof texts.addressesTexts>
