// Guesses the contents of the columns of a file. The user can correct it; the server uses that choice.
import { parseEmailAddress } from '../../../../src/platform/addresses/email-address.ts'
import type { ColumnMap } from '../../api/audience/imports.ts'
import { dataKeyFor } from './data-key.ts'

export type Target =
  | 'email'
  | 'subscribed'
  | 'subscriptionState'
  | 'pausedUntil'
  | 'topic'
  | 'data'
  | 'rest'
  | 'skip'
export type ValueType = 'text' | 'number' | 'boolean' | 'mixed' | 'empty'

export type FileColumn = {
  header: string
  examples: string[]
  type: ValueType
  target: Target
  /** The data key, for the target `data`. */
  key: string
  /** The key of a topic, for the target `topic`; empty if none is chosen. */
  topic: string
}

const EXAMPLES = 3
const MAX_KEY_LENGTH = 200
const FLAG = /^(true|false|yes|no|1|0)$/i
const EMAIL_HEADER = /^(e-?mails?|e-?mail[ _-]?address|mail|address)$/i
const SUBSCRIBED_HEADER = /^(subscribed|opt[ _-]?in|newsletter|consent|marketing)$/i

/** As exports write it. */
const TOPIC_HEADER = /^topics\.([a-z0-9-]{1,50})$/

const isAddress = (cell: string): boolean => cell !== '' && parseEmailAddress(cell).ok

/** The server's rule: only numbers that lose nothing are numbers. */
function typeOf(cell: string): Exclude<ValueType, 'mixed' | 'empty'> {
  if (cell === 'true' || cell === 'false') return 'boolean'
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(cell) && cell.length < 16 ? 'number' : 'text'
}

function typeOfAll(cells: readonly string[]): ValueType {
  const types = new Set(cells.filter((cell) => cell !== '').map(typeOf))
  if (types.size === 0) return 'empty'
  return types.size === 1 ? ([...types][0] ?? 'text') : 'mixed'
}

/** A first row with an address is a contact, not a header. */
export const hasHeader = (first: readonly string[]): boolean => !first.some(isAddress)

/** Headers for a file without any. */
export const namesFor = (row: readonly string[]): string[] => {
  const address = row.findIndex(isAddress)
  return row.map((_, index) => (index === address ? 'email' : `column ${index + 1}`))
}

type FileContents = {
  headers: readonly string[]
  rows: readonly (readonly string[])[]
  /** The keys that contacts of the project have. */
  known: readonly string[]
}

export function guessColumns({ headers, rows, known }: FileContents): FileColumn[] {
  const keys = guessKeys(headers, known)
  const cellsOf = (index: number) => rows.map((row) => (row[index] ?? '').trim())
  const byName = headers.findIndex((header) => EMAIL_HEADER.test(header.trim()))
  const byContent = headers.findIndex((_, index) => cellsOf(index).some(isAddress))
  const email = byName === -1 ? byContent : byName
  return headers.map((header, index) => {
    const cells = cellsOf(index)
    const filled = cells.filter((cell) => cell !== '')
    return {
      header,
      examples: filled.slice(0, EXAMPLES),
      type: typeOfAll(cells),
      target: index === email ? 'email' : targetOf(header.trim(), filled),
      key: keys[index] ?? '',
      topic: TOPIC_HEADER.exec(header.trim())?.[1] ?? '',
    }
  })
}

/** Two columns never get the same key by a guess, because one would hide the other. */
function guessKeys(headers: readonly string[], known: readonly string[]): string[] {
  const names = headers.map((header) => header.trim().slice(0, MAX_KEY_LENGTH))
  const proposed = names.map((name) => dataKeyFor(name, known))
  const isOnly = (key: string, index: number) =>
    !names.includes(key) && proposed.indexOf(key) === index && proposed.lastIndexOf(key) === index
  return names.map((name, index) => {
    const key = proposed[index] ?? name
    return isOnly(key, index) ? key : name
  })
}

function targetOf(name: string, cells: readonly string[]): Target {
  if (name === '') return 'skip'
  if (name === 'data.*') return 'rest'
  if (name === 'subscriptionState' || name === 'pausedUntil') return name
  if (TOPIC_HEADER.test(name)) return 'topic'
  return SUBSCRIBED_HEADER.test(name) && cells.every((cell) => FLAG.test(cell)) ? 'subscribed' : 'data'
}

const TARGETS: Record<Exclude<Target, 'data' | 'topic'>, string | null> = {
  email: 'email',
  subscribed: 'subscribed',
  subscriptionState: 'subscriptionState',
  pausedUntil: 'pausedUntil',
  rest: 'data.*',
  skip: null,
}

function mapTarget({ target, key, topic }: FileColumn): string | null {
  if (target === 'data') return `data.${key.trim()}`
  return target === 'topic' ? `topics.${topic}` : TARGETS[target]
}

export const mapOf = (columns: readonly FileColumn[]): ColumnMap =>
  Object.fromEntries(columns.map((column) => [column.header, mapTarget(column)]))

type Problem = 'needEmail' | 'twoEmails' | 'badKey' | 'badTopic'

/** `topics` are the keys of the project's topics; undefined while they are not known. */
export function problemOf(
  columns: readonly FileColumn[],
  topics: readonly string[] | undefined,
): Problem | undefined {
  const emails = columns.filter(({ target }) => target === 'email').length
  if (emails === 0) return 'needEmail'
  if (emails > 1) return 'twoEmails'
  const isBad = ({ target, key }: FileColumn) => target === 'data' && key.trim() === ''
  if (columns.some(isBad)) return 'badKey'
  const isUnknown = ({ target, topic }: FileColumn) =>
    target === 'topic' && (topic === '' || topics?.includes(topic) === false)
  return columns.some(isUnknown) ? 'badTopic' : undefined
}
