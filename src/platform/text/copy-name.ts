const COPY = ' (copy)'

/** The name of a duplicate. Cut to fit, but not through the middle of a character. */
export const copyName = (name: string, longest: number): string =>
  name.slice(0, longest - COPY.length).replace(/[\uD800-\uDBFF]$/, '') + COPY
