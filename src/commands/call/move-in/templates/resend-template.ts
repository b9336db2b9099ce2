// Translates variables of Resend into Liquid: `{{{NAME}}}`, with the fallback that the template declares or names (`{{{NAME|friend}}}`).
import { createNotes, literal, pathText, quoted, reasonOf, asComment, Untranslatable } from './translation.ts'
import type { Translation } from './translation.ts'

const TAG = /\{\{\{([^{}]*)\}\}\}/g

const KNOWN: Record<string, string> = {
  EMAIL: 'email',
  'contact.email': 'email',
  FIRST_NAME: 'firstName',
  'contact.first_name': 'firstName',
  LAST_NAME: 'lastName',
  'contact.last_name': 'lastName',
  UNSUBSCRIBE_URL: 'unsubscribeUrl',
  RESEND_UNSUBSCRIBE_URL: 'unsubscribeUrl',
}

export function translateResendTemplate(
  source: string,
  fallbacks: ReadonlyMap<string, unknown>,
): Translation {
  const notes = createNotes(source)
  let text = ''
  let end = 0
  for (const found of source.matchAll(TAG)) {
    const [whole, tag = ''] = found
    text += literal(source.slice(end, found.index))
    end = found.index + whole.length
    try {
      text += variableText(tag, fallbacks)
    } catch (error) {
      notes.add(found.index, { part: whole, reason: reasonOf(error) })
      text += asComment(tag)
    }
  }
  return { text: text + literal(source.slice(end)), untranslated: notes.untranslated }
}

function variableText(tag: string, fallbacks: ReadonlyMap<string, unknown>): string {
  const [name = '', own] = tag.split('|').map((part) => part.trim())
  if (!/^[A-Za-z_][\w.]*$/.test(name)) throw new Untranslatable(`"${name}" is not a name`)
  const value = KNOWN[name] ?? pathText(name.replace(/^contact\./, '').split('.'))
  const fallback = own ?? fallbacks.get(name)
  if (fallback === undefined || fallback === '') return `{{ ${value} }}`
  return `{{ ${value} ?? ${typeof fallback === 'number' ? String(fallback) : quoted(textOf(fallback))} }}`
}

const textOf = (fallback: unknown): string =>
  typeof fallback === 'string' ? fallback : JSON.stringify(fallback)
