// What the columns of an imported file mean: which one is the address, which the flag, and which key of `data` the
// others are. Pure; nothing here reads a file.
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

/** The column of all keys that have none of their own, as one JSON object. */
export const REST_HEADER = 'data.*'

/** The column that tells what stands behind `subscribed`. Only as exports spell it: anything else is a key of data. */
export const STATE_HEADER = 'subscriptionState'

function toOwnColumn(name: string): Column {
  if (name === REST_HEADER) return { to: 'rest' }
  if (name === STATE_HEADER) return { to: 'state' }
  const word = name.toLowerCase()
  return word === 'email' || word === 'subscribed' ? { to: word } : null
}

// A key of `data` that is spelled like one of our own columns is told apart by a mark before it; a key that looks
// marked already gets another, so that reading takes off exactly what writing put on.
const MARK = 'data.'
const isMarked = (name: string) => /^(data\.)+(email|subscribed|subscriptionState|data\.\*)$/i.test(name)

/** The header under which a key of `data` is exported. */
export const headerOf = (key: string): string =>
  isMarked(key) || toOwnColumn(key) !== null ? `${MARK}${key}` : key
