// Values of fields as people edit them: the kind of a value, its text, and back. A value that fits no kind, such as an object, has none
// and is never rewritten.

/** `clear`: null, which deletes a field. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'clear'

// The limit of the API.
export const MAX_KEY_LENGTH = 200

export type FieldDraft = { kind: FieldKind; text: string }

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether it is a day of the calendar: 2026-02-30 is not. */
const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.every((entry) => typeof entry === 'string' && entry.trim() !== '' && !entry.includes('\n'))

/** Undefined for a value that can only be edited as JSON. A time of day is text, so that no part of it is lost. */
export function kindOf(value: unknown): FieldKind | undefined {
  if (typeof value === 'string') return isDay(value) ? 'date' : 'text'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return isList(value) ? 'list' : undefined
}

/** The text of a value in the field of its kind. */
export function draftOf(value: unknown): FieldDraft {
  const kind = kindOf(value) ?? 'text'
  return { kind, text: kind === 'list' ? (value as string[]).join('\n') : String(value as string) }
}

/** The text as a new kind: what it can keep. */
export function withKind({ text }: FieldDraft, kind: FieldKind): FieldDraft {
  if (kind === 'boolean') return { kind, text: text === 'true' ? 'true' : 'false' }
  if (kind === 'date') return { kind, text: isDay(text) ? text : '' }
  if (kind === 'clear') return { kind, text: '' }
  return { kind, text }
}

type ReadValue = { value: unknown } | { problem: 'badNumber' | 'badDate' }

export function readDraft({ kind, text }: FieldDraft): ReadValue {
  switch (kind) {
    case 'text':
      return { value: text }
    case 'boolean':
      return { value: text === 'true' }
    case 'clear':
      return { value: null }
    case 'date':
      return isDay(text) ? { value: text } : { problem: 'badDate' }
    case 'list':
      return {
        value: text
          .split('\n')
          .map((entry) => entry.trim())
          .filter((entry) => entry !== ''),
      }
    case 'number': {
      const trimmed = text.trim()
      const value = Number(trimmed)
      return trimmed === '' || !Number.isFinite(value) ? { problem: 'badNumber' } : { value }
    }
    default:
      return kind satisfies never
  }
}

/** The change that makes `after` of `before`: changed keys, and null for those that are gone. */
export function changesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const changed = Object.entries(after).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  )
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  return Object.fromEntries([...changed, ...gone.map((key) => [key, null] as const)])
}

/** The kind to propose for a key that other contacts have, by the type that the server reports. */
export function kindOfType(type: string | undefined): FieldKind {
  if (type === 'number' || type === 'boolean') return type
  return type === 'array' ? 'list' : 'text'
}
