import { formatCount } from '../../format/number.ts'
import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const addressesTexts = translatable('patterns/addresses/addresses', 'addressesTexts', {
  label: 'Addresses',
  hint: 'One per line, or separated by commas.',
  none: 'There is no address in it.',
  found: (count: number) => plural(count, 'address', 'addresses'),
  wrong: (count: number, first: string) =>
    count === 1
      ? `“${first}” is not an address`
      : `${formatCount(count)} are not addresses, such as “${first}”`,
  running: (done: string, total: string) => `${done} of ${total}`,
})
