// LIKE patterns for a text that is taken as it is: `%`, `_` and the backslash in it mean themselves.

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The pattern of texts that contain this one. */
export const containing = (text: string): string => `%${literal(text)}%`

/** The pattern of texts that begin with this one. */
export const startingWith = (text: string): string => `${literal(text)}%`

/** The pattern of texts that end with this one. */
export const endingWith = (text: string): string => `%${literal(text)}`
