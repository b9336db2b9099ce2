/**
 * Text of others, as PostgreSQL can keep it: without NUL characters and halves of surrogate pairs. What a statement shares
 * with others must not be refused for one text.
 */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
