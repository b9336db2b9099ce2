const COPY = ' (copy)'

/** The name of a duplicate, cut to the limit but not inside a surrogate pair. */
export const copyName = (name: string, longest: number): string =>
  name.slice(0, longest - COPY.length).replace(/[\uD800-\uDBFF]$/, '') + COPY
