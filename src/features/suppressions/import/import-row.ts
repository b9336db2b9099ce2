// Turns the header and the rows of an imported file into suppressions, or into what is wrong with them. Pure.
import type { z } from 'zod'
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import { undoGuard } from '../../../platform/csv/csv-formula.ts'
import { mapHeaders } from '../../../platform/csv/csv-map.ts'
import { storableText } from '../../../platform/text/storable-text.ts'
import { isTestRecipient, SUPPRESSION_REASONS, TEST_RECIPIENT } from '../suppressions.schema.ts'
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

/** Files of other services have more columns than their header at times; what is in those does not matter here. */
export function readRow(
  cells: readonly string[],
  { columns, reason: usual }: Request,
): ImportedSuppression | RowProblem {
  const cellOf = (name: 'email' | 'reason') =>
    undoGuard(cells[columns.findIndex((column) => column?.to === name)] ?? '')
  const address = cellOf('email')
  if (address === '') return { field: 'email', message: 'is empty' }
  const parsed = parseEmailAddress(address)
  if (!parsed.ok) return { field: 'email', message: parsed.problem.message }
  if (isTestRecipient(parsed.address)) return { field: 'email', message: TEST_RECIPIENT }
  const given = cellOf('reason')
  const reason = given.trim() === '' ? usual : reasonOf(given)
  if (reason === undefined) {
    return {
      field: 'reason',
      message: `must be ${SUPPRESSION_REASONS.join(', ')} or empty, not "${storableText(given.slice(0, 50))}"`,
    }
  }
  return { email: parsed.address, reason }
}

/** "Hard bounce" and "hard-bounce" are what other services write. */
function reasonOf(cell: string): Reason | undefined {
  const word = cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return SUPPRESSION_REASONS.find((reason) => reason === word)
}
