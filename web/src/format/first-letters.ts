const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first graphemes of a name: an emoji or an accented letter is one. */
export const firstLetters = (name: string, count: number): string =>
  Array.from(letters.segment(name.slice(0, 40)), ({ segment }) => segment)
    .slice(0, count)
    .join('')
    .toUpperCase()
