/**
 * Foreign text without NUL characters and lone surrogates, which PostgreSQL refuses: one text must not fail a statement that
 * stores many.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
