import { locale } from '../i18n/language.ts'

const letters = new Intl.Segmenter(locale, { granularity: 'grapheme' })

/** The first graphemes of a name: an emoji or an accented letter is one. */
export const firstLetters = (name: string, count: number): string =>
  Array.from(letters.segment(name.slice(0, 40)), ({ segment }) => segment)
    .slice(0, count)
    .join('')
    .toUpperCase()

/** "AL" of Ada Lovelace; the first two letters of a single word or an address. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  return words.length > 1 ? firstLetters(first, 1) + firstLetters(last, 1) : firstLetters(first, 2)
}
