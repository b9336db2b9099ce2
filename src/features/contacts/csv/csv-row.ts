// Turns one row of an imported file into a contact or a problem. Pure, and on the hot path of imports with millions of rows.
import { storableText } from '../../../platform/text/storable-text.ts'
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { SpanStart } from '../../../platform/schemas/bounded.schema.ts'
import { SUBSCRIPTION_STATES } from '../../filters/language/subscription-states.values.ts'
import type { SubscriptionState } from '../../filters/language/subscription-states.values.ts'
import { PAUSE_HEADER, REST_HEADER, STATE_HEADER, topicHeader } from './csv-columns.ts'
import type { Column } from './csv-columns.ts'
import { undoGuard } from '../../../platform/csv/csv-formula.ts'
import { typedCell } from '../../../platform/csv/typed-cell.ts'
import { readJsonCell } from './csv-json.ts'

export type ImportedContact = {
  email: string
  /** Null: the row does not contain it, and an existing contact keeps its subscription. */
  subscribed: boolean | null
  /** The state of a new contact if `subscribed` is null. */
  before: 'NEVER_ASKED' | 'PENDING' | null
  /** Null: the row does not contain it. */
  pausedUntil: Date | null
  /** Choices by the keys of topics. */
  topics: Record<string, boolean>
  data: Record<string, unknown>
}
export type RowProblem = { field: string | null; message: string }

const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

export function readRow(cells: readonly string[], columns: readonly Column[]): ImportedContact | RowProblem {
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
    return { field: null, message: `has ${cells.length} cells, but the header has ${columns.length}` }
  }
  const read: Cells = { email: '', subscribed: null, state: null, pausedUntil: null, topics: {}, data: {} }
  for (const [index, column] of columns.entries()) {
    const problem = column && readCell(read, column, cells[index] ?? '')
    if (problem) return problem
  }
  const { email, pausedUntil, topics, data } = read
  return email === ''
    ? { field: 'email', message: 'is empty' }
    : { email, ...subscriptionOf(read), pausedUntil, topics, data }
}

type Cells = Pick<ImportedContact, 'email' | 'subscribed' | 'pausedUntil' | 'topics' | 'data'> & {
  state: SubscriptionState | null
}

/**
 * People edit the flag in such files, so it wins over a different state. Contacts that were never asked, or have not
 * answered, have made no decision: a file must not unsubscribe them.
 */
function subscriptionOf({ subscribed, state }: Cells): Pick<ImportedContact, 'subscribed' | 'before'> {
  if (state === null || subscribed === true) return { subscribed, before: null }
  if (state === 'NEVER_ASKED' || state === 'PENDING') return { subscribed: null, before: state }
  return { subscribed: subscribed ?? state === 'SUBSCRIBED', before: null }
}

function readCell(contact: Cells, column: NonNullable<Column>, raw: string): RowProblem | null {
  if (raw === '') return null
  const cell = undoGuard(raw)
  switch (column.to) {
    case 'email': {
      const parsed = parseEmailAddress(cell)
      if (!parsed.ok) return { field: 'email', message: parsed.problem.message }
      contact.email = parsed.address
      return null
    }
    case 'subscribed': {
      const flag = FLAGS.get(cell.trim().toLowerCase())
      if (flag === undefined) return { field: 'subscribed', message: noFlag(cell) }
      contact.subscribed = flag
      return null
    }
    case 'topic': {
      const flag = FLAGS.get(cell.trim().toLowerCase())
      if (flag === undefined) return { field: topicHeader(column.key), message: noFlag(cell) }
      contact.topics[column.key] = flag
      return null
    }
    case 'state': {
      const state = SUBSCRIPTION_STATES.find((one) => one === cell.trim().toUpperCase())
      if (state === undefined) {
        return {
          field: STATE_HEADER,
          message: `must be ${SUBSCRIPTION_STATES.join(', ')} or empty, not "${storableText(cell.slice(0, 50))}"`,
        }
      }
      contact.state = state
      return null
    }
    case 'pause': {
      const until = SpanStart.safeParse(cell.trim())
      if (!until.success) return { field: PAUSE_HEADER, message: NO_TIME }
      contact.pausedUntil = until.data
      return null
    }
    case 'data':
      if (cell.includes('\0')) return { field: column.key, message: 'must not contain a NUL character' }
      if (cell.includes('\uFFFD')) {
        return { field: column.key, message: 'is not UTF-8 text; save the file with the encoding UTF-8' }
      }
      contact.data[column.key] = typedCell(cell)
      return null
    case 'rest': {
      const rest = readJsonCell(cell)
      if (!rest.ok) return { field: REST_HEADER, message: rest.message }
      contact.data = { ...contact.data, ...rest.data }
      return null
    }
  }
}

const NO_TIME = 'must be a day, such as 2030-01-31, or a time, such as 2030-01-31T09:00:00Z'

const noFlag = (cell: string) =>
  `must be true, false, 1, 0, yes or no, not "${storableText(cell.slice(0, 50))}"`
