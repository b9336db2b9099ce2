// Maps the columns of an imported file: to the address, to the subscription, to the pause, to a topic, or to a key of `data`. Pure; nothing here reads
// a file.
import type { z } from 'zod'
import { undoGuard } from '../../../platform/csv/csv-formula.ts'
import { mapHeaders } from '../../../platform/csv/csv-map.ts'
import type { ImportMap, ImportRequest } from '../contacts.schema.ts'

export type Column = z.output<typeof ImportRequest>['columns'][number]

export const mapColumns = (headers: readonly string[], map?: z.infer<typeof ImportMap>): Column[] =>
  mapHeaders(headers, { map, toColumn })

function toColumn(header: string, target: string | null | undefined): Column {
  if (target === null) return null
  if (target !== undefined) return toOwnColumn(target) ?? { to: 'data', key: target.slice('data.'.length) }
  const name = undoGuard(header.trim())
  const own = toOwnColumn(name)
  if (own) return own
  if (name === '' || name === '__proto__') return null
  return { to: 'data', key: isMarked(name) ? name.slice(MARK.length) : name }
}

/** The column for all keys without a column of their own, as one JSON object. */
export const REST_HEADER = 'data.*'

/** Recognized only as exports spell it: any other spelling is a key of data. */
export const STATE_HEADER = 'subscriptionState'
export const PAUSE_HEADER = 'pausedUntil'

/** The header under which the choices for a topic are exported. */
export const topicHeader = (key: string): string => `topics.${key}`

// Like a key of a topic (migrations/0065); anything else is a key of data.
const TOPIC = /^topics\.([a-z0-9-]{1,50})$/

function toOwnColumn(name: string): Column {
  if (name === REST_HEADER) return { to: 'rest' }
  if (name === STATE_HEADER) return { to: 'state' }
  if (name === PAUSE_HEADER) return { to: 'pause' }
  const topic = TOPIC.exec(name)?.[1]
  if (topic !== undefined) return { to: 'topic', key: topic }
  const word = name.toLowerCase()
  return word === 'email' || word === 'subscribed' ? { to: word } : null
}

// A key of `data` that is spelled like one of our own columns gets a prefix; a key that looks prefixed already gets another
// one, so that an import removes exactly what an export added.
const MARK = 'data.'
const isMarked = (name: string) =>
  /^(data\.)+(email|subscribed|subscriptionState|pausedUntil|data\.\*)$/i.test(name) ||
  /^(data\.)+topics\.[a-z0-9-]{1,50}$/.test(name)

/** The header under which a key of `data` is exported. */
export const headerOf = (key: string): string =>
  isMarked(key) || toOwnColumn(key) !== null ? `${MARK}${key}` : key
