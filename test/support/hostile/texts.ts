// The payloads in the forms in which the API takes them.
import { documentsOf, PAYLOADS } from './payloads.ts'

const inOneLine = (text: string): string => text.replaceAll(/[\t\u2028]/g, ' ')

/** Cut to the form of a name: one line of at most 100 characters, without blanks around it. */
export const NAMES: readonly string[] = PAYLOADS.map((text) => inOneLine(text).trim().slice(0, 100))

/** One in six, of every kind: for pages that show all names in the same way. */
export const SOME: readonly string[] = NAMES.filter((_, n) => n % 6 === 0)

export const nameAt = (n: number): string => NAMES[n] ?? ''

export const fileNameOf = (text: string): string => `${inOneLine(text)}.txt`

/** Liquid would refuse text that looks like a tag. */
export const forLiquid = (text: string): string =>
  /\{\{|\{%/.test(text) ? `{% raw %}${text}{% endraw %}` : text

// As many as an email has attachments.
const PER_DOCUMENT = 10

/** Comes first, because some payloads hide the text after them. */
export const BEGINNING = 'the beginning'

export const DOCUMENTS: readonly string[] = documentsOf(PAYLOADS.map(forLiquid), PER_DOCUMENT).map(
  (text) => `<p>${BEGINNING}</p>\n${text}`,
)

/** As many of them as a document has: other ones for each. */
export const partOf = (texts: readonly string[], n: number): string[] =>
  texts.slice(n * PER_DOCUMENT, (n + 1) * PER_DOCUMENT)
