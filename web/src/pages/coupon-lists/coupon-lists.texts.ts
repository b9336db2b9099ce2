import { formatCount } from '../../format/number.ts'
import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

export const couponTexts = translatable('pages/coupon-lists/coupon-lists', 'couponTexts', {
  title: 'Coupons',
  list: 'Coupon lists, newest first',
  count: (count: number) => plural(count, 'list', 'lists'),
  create: 'New list',
  columns: { name: 'List', variable: 'In emails', free: 'Free', taken: 'Given out', created: 'Created' },
  copyVariable: (key: string) => `Copy the variable of ${key}`,
  empty: {
    title: 'No coupon lists yet',
    text: 'A list holds codes of your shop. An email prints one of them, and each contact gets a code that nobody else has.',
  },
  calls: { list: 'List coupon lists', read: 'Get the list', codes: 'List its codes', add: 'Add codes' },
  form: {
    title: 'New coupon list',
    text: 'You add its codes afterwards.',
    name: 'Name',
    nameHint: 'For you and your colleagues.',
    key: 'Key',
    keyHint: 'Emails name the list by it. It cannot be changed later.',
    create: 'Create list',
    created: 'The list was created.',
  },
  codes: {
    list: 'Codes, in the order in which they are given out',
    count: (count: number) => plural(count, 'code', 'codes'),
    columns: { code: 'Code', status: 'Status', contact: 'Contact', taken: 'Given out' },
    search: 'Search by code or address',
    status: 'Status',
    statuses: { free: 'Free', taken: 'Given out' },
    deletedContact: 'Deleted contact',
    variable: 'In emails:',
    figures: ({ free, total }: { free: number; total: number }) =>
      `${formatCount(free)} of ${plural(total, 'code', 'codes')} free`,
    empty: {
      title: 'No codes yet',
      text: 'Add the codes of your shop. While the list is empty, emails that name it are not sent.',
    },
    nothing: {
      title: 'Nothing matches',
      text: 'Try another part of the code or address, or another status.',
      clear: 'Show all',
    },
  },
  adding: {
    button: 'Add codes',
    title: 'Add codes',
    text: 'Codes that the list has already are skipped.',
    codes: 'Codes',
    codesHint: 'One per line. From a table, the first column is used.',
    file: 'Or choose a file',
    fileHint: 'A text or CSV file; its codes are added to the field above.',
    submit: (count: number) => (count > 0 ? `Add ${plural(count, 'code', 'codes')}` : 'Add codes'),
    progress: 'Codes that are added',
    done: ({ added, skipped }: { added: number; skipped: number }) =>
      skipped === 0
        ? `${plural(added, 'code was', 'codes were')} added.`
        : `${plural(added, 'code was', 'codes were')} added, ${formatCount(skipped)} skipped.`,
  },
  renaming: {
    button: 'Rename',
    title: 'Rename the list',
    save: 'Save',
    saved: 'The list was renamed.',
  },
  deleting: {
    button: 'Delete',
    title: (name: string) => `Delete “${name}”?`,
    text: 'Its codes are deleted, and so is the record of who got which code. Emails that name the list are not sent any more.',
    cancel: 'Keep it',
    submit: 'Delete list',
    done: 'The list was deleted.',
  },
})
