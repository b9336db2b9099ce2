// Turns the header and rows of an imported file into suppressions or problems. Pure.
import type { z } from 'zod'
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { undoGuard } from '../../../platform/csv/csv-formula.ts'
import { mapHeaders } from '../../../platform/csv/csv-map.ts'
import { storableText } from '../../../platform/text/storable-text.ts'
import { isTestRecipient, TEST_RECIPIENT } from '../suppressions.values.ts'
import { SUPPRESSION_REASONS } from '../suppressions.values.ts'
import type { SuppressionImportMap, SuppressionImportRequest } from './import.schema.ts'

type Request = z.output<typeof SuppressionImportRequest>
type Column = Request['columns'][number]
type Reason = (typeof SUPPRESSION_REASONS)[number]

export type ImportedSuppression = { email: string; reason: Reason }
export type RowProblem = { field: string; message: string }

export const mapColumns = (
  headers: readonly string[],
  map?: z.infer<typeof SuppressionImportMap>,
): Column[] => mapHeaders(headers, { map, toColumn })

function toColumn(header: string, target: string | null | undefined): Column {
  const name = target === undefined ? undoGuard(header.trim()).toLowerCase() : target
  return name === 'email' || name === 'reason' ? { to: name } : null
}

/** Ignores cells beyond the header, which files of other services sometimes have. */
export function readRow(
  cells: readonly string[],
  { columns, reason: defaultReason }: Request,
): ImportedSuppression | RowProblem {
  const cellOf = (name: 'email' | 'reason') =>
    undoGuard(cells[columns.findIndex((column) => column?.to === name)] ?? '')
  const address = cellOf('email')
  if (address === '') return { field: 'email', message: 'is empty' }
  const parsed = parseEmailAddress(address)
  if (!parsed.ok) return { field: 'email', message: parsed.problem.message }
  if (isTestRecipient(parsed.address)) return { field: 'email', message: TEST_RECIPIENT }
  const cell = cellOf('reason')
  const reason = cell.trim() === '' ? defaultReason : reasonOf(cell)
  if (reason === undefined) {
    return {
      field: 'reason',
      message: `must be ${SUPPRESSION_REASONS.join(', ')} or empty, not "${storableText(cell.slice(0, 50))}"`,
    }
  }
  return { email: parsed.address, reason }
}

/** Other services write "Hard bounce" or "hard-bounce". */
function reasonOf(cell: string): Reason | undefined {
  const word = cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return SUPPRESSION_REASONS.find((reason) => reason === word)
}
