const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first letters of a name as people see them: an emoji or an accented letter is one. */
export const firstLetters = (name: string, count: number): string =>
  Array.from(letters.segment(name.slice(0, 40)), ({ segment }) => segment)
    .slice(0, count)
    .join('')
    .toUpperCase()
