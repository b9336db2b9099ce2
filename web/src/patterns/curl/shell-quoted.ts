/** In single quotes a shell changes nothing; a quote inside ends them, stands for itself, and begins them anew. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
