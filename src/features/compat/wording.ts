// The message of an error in one text, because other providers have no list of fields. Fields have the names of the provider.
import type { ApiError } from './door.ts'

const MOST_NAMED = 5

export type FieldNames = Readonly<Record<string, string>>

/** @param names the provider's name of each field of ours that is called otherwise there */
export function sentenceOf({ message, suggestion, errors }: ApiError, names: FieldNames = {}): string {
  if (errors === undefined || errors.length === 0) return [message, suggestion].filter(Boolean).join(' ')
  const named = errors.slice(0, MOST_NAMED).map((one) => sentence(renamed(one.field, names), one.message))
  const others = errors.length - named.length
  return [...named, ...(others > 0 ? [`There are ${others} more problems.`] : [])].join(' ')
}

/** Problems are the rest of a sentence, such as "must be an address", or a sentence of their own. */
function sentence(field: string, problem: string): string {
  const subject = field === '' ? 'The body' : `The field ${field}`
  const text = `${subject}${/^[A-Z]/.test(problem) ? ': ' : ' '}${problem}`
  return /[.?!]$/.test(text) ? text : `${text}.`
}

const renamed = (field: string, names: FieldNames): string =>
  field
    .split('.')
    .map((part) => names[part] ?? part)
    .join('.')
