// One row of an imported file to a contact, or to what is wrong with it. Pure, and on the road of every imported
// row: a million of them pass here.
import { storableText } from '../../../platform/storable-text.ts'
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { REST_HEADER } from './csv-columns.ts'
import type { Column } from './csv-columns.ts'
import { undoGuard } from './csv-formula.ts'
import { readJsonCell } from './csv-json.ts'

export type ImportedContact = { email: string; subscribed: boolean | null; data: Record<string, unknown> }
export type RowProblem = { field: string | null; message: string }

const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

// JSON's own number grammar: 1e3 is a number, 007 and +1 stay text (postcodes and telephone numbers are not numbers).
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export function readRow(cells: readonly string[], columns: readonly Column[]): ImportedContact | RowProblem {
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
    return { field: null, message: `has ${cells.length} cells, but the header has ${columns.length}` }
  }
  const contact: ImportedContact = { email: '', subscribed: null, data: {} }
  for (const [index, column] of columns.entries()) {
    const problem = column && readCell(contact, column, cells[index] ?? '')
    if (problem) return problem
  }
  return contact.email === '' ? { field: 'email', message: 'is empty' } : contact
}

function readCell(contact: ImportedContact, column: NonNullable<Column>, raw: string): RowProblem | null {
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
      if (flag === undefined) {
        return {
          field: 'subscribed',
          message: `must be true, false, 1, 0, yes or no, not "${storableText(cell.slice(0, 50))}"`,
        }
      }
      contact.subscribed = flag
      return null
    }
    case 'data':
      if (cell.includes('\0')) return { field: column.key, message: 'must not contain a NUL character' }
      if (cell.includes('\uFFFD')) {
        return { field: column.key, message: 'is not UTF-8 text; save the file with the encoding UTF-8' }
      }
      contact.data[column.key] = typed(cell)
      return null
    case 'rest': {
      const rest = readJsonCell(cell)
      if (!rest.ok) return { field: REST_HEADER, message: rest.message }
      contact.data = { ...contact.data, ...rest.data }
      return null
    }
  }
}

/** What a message quotes is stored with it: without NUL, and without the half of a character that the cut left. */

/** Numbers and true/false become what they say, as long as nothing is lost by it. */
function typed(cell: string): unknown {
  if (cell === 'true') return true
  if (cell === 'false') return false
  if (!NUMBER.test(cell)) return cell
  const number = Number(cell)
  return Number.isFinite(number) && (Number.isSafeInteger(number) || !Number.isInteger(number))
    ? number
    : cell
}
