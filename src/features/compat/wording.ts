// The words of an error for providers, whose fields have names of their own.
import type { ApiError } from './door.ts'

const MOST_NAMED = 5

/** The provider's name of each field of ours that is called otherwise there. */
export type FieldNames = Readonly<Record<string, string>>

export type Problem = { field: string | null; message: string }

/** Every problem as a sentence; one without a field if the error is about the whole request. */
export function problemsOf(
  { message, suggestion, errors = [] }: ApiError,
  names: FieldNames = {},
): Problem[] {
  if (errors.length === 0) return [{ field: null, message: [message, suggestion].filter(Boolean).join(' ') }]
  return errors.map((one) => {
    const field = renamed(one.field, names)
    return { field: field === '' ? null : field, message: sentence(field, one.message) }
  })
}

/** All problems in one text, for providers whose errors have no list. */
export function sentenceOf(error: ApiError, names: FieldNames = {}): string {
  const problems = problemsOf(error, names)
  const named = problems.slice(0, MOST_NAMED).map(({ message }) => message)
  const others = problems.length - named.length
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
    .map((part) => (Object.hasOwn(names, part) ? names[part] : part))
    .join('.')
