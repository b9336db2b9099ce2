/** Single-quoted for a shell, with quotes inside written as '\''. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
