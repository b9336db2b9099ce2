import { locale } from '../i18n/language.ts'

const list = new Intl.ListFormat(locale, { type: 'conjunction' })

/** "a, b, and c". */
export const formatList = (items: readonly string[]): string => list.format(items)
