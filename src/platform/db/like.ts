/** The LIKE pattern of texts that contain this one, which is taken as it is: `%`, `_` and the backslash mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
