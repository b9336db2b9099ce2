// The fields of conditions. A path into data is written with dots, so a key that contains a dot writes it as `\.`, and a
// backslash as `\\`: every key can be named, and no two are written alike.
import { LONGEST_KEY } from '../../../platform/schemas/bounded.schema.ts'

export const ACTIVITIES = ['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const
export type Activity = (typeof ACTIVITIES)[number]

const TIME_COLUMNS = ['pausedUntil', 'createdAt', 'updatedAt'] as const
export const CONTACT_COLUMNS = ['email', 'subscribed', 'subscriptionState', ...TIME_COLUMNS] as const
export type ContactColumn = (typeof CONTACT_COLUMNS)[number]

/** A field of the contact record. */
export type ContactField =
  | { kind: ContactColumn }
  | { kind: 'data'; path: readonly string[] }
  | { kind: 'topic'; key: string }

/** Whether a field is a point in time of the contact record. */
export const isTimeColumn = (field: string): boolean => TIME_COLUMNS.some((column) => column === field)

/** Events and emails of a contact. */
export type HistoryField = { kind: 'event'; name: string } | { kind: 'activity'; activity: Activity }

/** Membership in a segment, whose id is the value of the condition. */
export type SegmentField = { kind: 'segment' }

export type Field = ContactField | HistoryField | SegmentField

// Deeper than common data; every level is a step in the statement, for each contact.
const DEEPEST_PATH = 10

// The limit for the name of an event.
const LONGEST_EVENT_NAME = 255

/** The limit for a field as text. Ten keys of maximum length do not fit, and nobody has them. */
export const LONGEST_FIELD = 1000

export type ParseResult<Found extends Field> = { ok: true; field: Found } | { ok: false; message: string }

const invalid = (message: string) => ({ ok: false, message }) as const

const UNKNOWN = `must be ${CONTACT_COLUMNS.join(', ')}, topics.<key>, data.<key>, event.<name>, emailActivity.<${ACTIVITIES.join(', ')}> or segment`

export function parseField(text: string): ParseResult<Field> {
  if (text.startsWith('event.')) return parseEventField(text.slice('event.'.length))
  if (text.startsWith('emailActivity.')) {
    const activity = ACTIVITIES.find((one) => text === `emailActivity.${one}`)
    return activity ? { ok: true, field: { kind: 'activity', activity } } : invalid(UNKNOWN)
  }
  if (text === 'segment') return { ok: true, field: { kind: 'segment' } }
  return parseContactField(text)
}

function parseEventField(name: string): ParseResult<HistoryField> {
  if (name === '') return invalid('must name an event, such as event.order.paid')
  if (name.length > LONGEST_EVENT_NAME) {
    return invalid(`must name an event with at most ${LONGEST_EVENT_NAME} characters`)
  }
  return { ok: true, field: { kind: 'event', name } }
}

export function parseContactField(text: string): ParseResult<ContactField> {
  const column = CONTACT_COLUMNS.find((one) => one === text)
  if (column) return { ok: true, field: { kind: column } }
  if (text.startsWith('topics.')) return parseTopicField(text.slice('topics.'.length))
  return text.startsWith('data.') ? parseDataField(text) : invalid(UNKNOWN)
}

/** Whether there is such a topic is known when the filter is used (filter-topics.service.ts). */
const parseTopicField = (key: string): ParseResult<ContactField> =>
  key === '' ? invalid('must name a topic, such as topics.news') : { ok: true, field: { kind: 'topic', key } }

/** `data.<path>` alone, for conditions on the data of an event. */
export function parseDataField(text: string): ParseResult<ContactField> {
  if (!text.startsWith('data.')) return invalid('must be data.<key>')
  const path = splitPath(text.slice('data.'.length))
  if (path === undefined) {
    return invalid(String.raw`must write a backslash as \\ and a dot inside a key as \.`)
  }
  if (path.includes('')) return invalid('must name a key between all dots, such as data.address.city')
  if (path.length > DEEPEST_PATH) return invalid(`must have at most ${DEEPEST_PATH} keys in its path`)
  if (path.some((key) => key.length > LONGEST_KEY)) {
    return invalid(`must have keys of at most ${LONGEST_KEY} characters`)
  }
  return { ok: true, field: { kind: 'data', path } }
}

/** The keys of a path; undefined if a backslash precedes a character that needs none. */
function splitPath(text: string): string[] | undefined {
  const keys: string[] = []
  let key = ''
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '.') {
      keys.push(key)
      key = ''
    } else if (letter === '\\') {
      at += 1
      if (!/[.\\]/.test(text.charAt(at))) return undefined
      key += text.charAt(at)
    } else key += letter
  }
  return [...keys, key]
}
