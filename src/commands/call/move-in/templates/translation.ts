// Shared by the translators of template languages: literal text, names, and notes about parts without a translation.
import type { UntranslatedPart } from '../records.ts'

export type Translation = { text: string; untranslated: UntranslatedPart[] }

/** A part that Liquid cannot express, or that the translator does not know. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable'
}

/** Text of another language that Liquid would take for its own. */
export const literal = (text: string): string => text.replaceAll(/\{(?=[{%]|$)/g, '{{ "{" }}')

const LONGEST_SOURCE = 200

/** Prints nothing, and shows the author where something is missing. */
export const asComment = (source: string): string =>
  `{% comment %}not translated: ${source.replaceAll(/[{}%]/g, '').trim().slice(0, LONGEST_SOURCE)}{% endcomment %}`

/** A text of Liquid in quotes, which know no escapes. */
export function quoted(text: string): string {
  if (!text.includes('"')) return `"${text}"`
  if (!text.includes("'")) return `'${text}'`
  throw new Untranslatable('a text with both kinds of quotes')
}

const PLAIN_NAME = /^[A-Za-z_][\w-]*$/

/** `a.b`, with names that are no words in brackets. */
export function pathText(parts: readonly (string | number)[]): string {
  const [first = '', ...rest] = parts
  const isPlain = typeof first === 'string' && PLAIN_NAME.test(first) && !OWN_NAMES.has(first)
  const start = isPlain ? first : `data[${indexText(first)}]`
  return start + rest.map((part) => (isWord(part) ? `.${part}` : `[${indexText(part)}]`)).join('')
}

const isWord = (part: string | number): boolean => typeof part === 'string' && PLAIN_NAME.test(part)
const indexText = (part: string | number): string => (typeof part === 'number' ? String(part) : quoted(part))

/** Names that mean something else where a template prints a field of a contact. */
const OWN_NAMES = new Set([
  'id',
  'email',
  'subscribed',
  'data',
  'contact',
  'true',
  'false',
  'nil',
  'null',
  'empty',
  'blank',
])

type Part = {
  part: string
  reason: string
  /** A condition or a loop, without which the template would say something else. */
  isBlock?: boolean
}

/** Notes of a translation, each with its line. */
export function createNotes(source: string) {
  const untranslated: UntranslatedPart[] = []
  const add = (at: number, { part, reason, isBlock = false }: Part) => {
    const line = source.slice(0, at).split('\n').length
    untranslated.push({ line, source: part.slice(0, LONGEST_SOURCE), reason, ...(isBlock && { isBlock }) })
  }
  return {
    untranslated,
    add,
    addUnclosed: () =>
      add(source.length, { part: 'end of the template', reason: 'a block is not closed', isBlock: true }),
  }
}
export type Notes = ReturnType<typeof createNotes>

/** The reason, if the error is about a part that has no translation. */
export function reasonOf(error: unknown): string {
  if (error instanceof Untranslatable) return error.message
  throw error
}
