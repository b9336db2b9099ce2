// All matching contacts as CSV that an import takes back. However many keys the contacts have, and however large their
// data is: the main thread is never busy for more than some milliseconds at a time, and one page is in memory.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { stateOf } from '../contacts.queries.ts'
import type { Filter } from '../contacts.queries.ts'
import { headerOf, REST_HEADER, STATE_HEADER } from '../csv/csv-columns.ts'
import { csvLine } from '../csv/csv-write.ts'
import { listDataKeys } from '../data-keys.queries.ts'
import { listExported, PAGE_ROWS } from './export.queries.ts'
import type { ExportedRow } from './export.queries.ts'

// What a spreadsheet shows without losing its user. Rarer keys share a column, as JSON.
const MOST_COLUMNS = 200

// Cells and characters that take two or three milliseconds to write.
const TURN_CELLS = 20_000
const TURN_CHARACTERS = 65_536

type Columns = { keys: readonly string[]; hasRest: boolean }

/** email, subscribed and subscriptionState, a column for each of the most frequent keys of `data`, and one for all others if there are any. */
export async function* exportContacts(
  db: Db | Trx,
  { projectId, filter }: { projectId: ProjectId; filter: Filter },
): AsyncGenerator<string> {
  const columns = await chooseColumns(db, { projectId })
  yield headerLine(columns)
  let before: string | undefined
  let limit = PAGE_ROWS
  for (;;) {
    const { rows, hasMore } = await listExported(db, { projectId, filter, limit, before })
    yield* writeRows(rows, columns)
    if (!hasMore) return
    before = rows.at(-1)?.id
    // Where data is large, few rows fit: looking at a thousand for each page would be most of the work.
    limit = Math.min(PAGE_ROWS, 2 * rows.length)
  }
}

async function chooseColumns(db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<Columns> {
  const found = await listDataKeys(db, { projectId, limit: MOST_COLUMNS + 1 })
  const keys = found.slice(0, MOST_COLUMNS).map(({ key }) => key)
  return { keys: keys.toSorted(), hasRest: found.length > MOST_COLUMNS }
}

const headerLine = ({ keys, hasRest }: Columns) =>
  csvLine(['email', 'subscribed', STATE_HEADER, ...keys.map(headerOf), ...(hasRest ? [REST_HEADER] : [])])

async function* writeRows(rows: readonly ExportedRow[], columns: Columns): AsyncGenerator<string> {
  const inColumns = new Set(columns.keys)
  let lines = ''
  let cells = 0
  for (const row of rows) {
    lines += writeRow(row, { ...columns, inColumns })
    cells += columns.keys.length
    if (cells < TURN_CELLS && lines.length < TURN_CHARACTERS) continue
    yield lines
    lines = ''
    cells = 0
    // A yield alone does not let others have their turn: who reads faster than this writes asks for more at once.
    await nextTurn()
  }
  if (lines !== '') yield lines
}

function writeRow(
  { data: text, ...row }: ExportedRow,
  { keys, hasRest, inColumns }: Columns & { inColumns: ReadonlySet<string> },
): string {
  const data = JSON.parse(text) as Record<string, unknown>
  const cells: unknown[] = [row.email, row.subscribed, stateOf(row)]
  for (const key of keys) cells.push(Object.hasOwn(data, key) ? data[key] : undefined)
  if (hasRest) cells.push(restOf(data, inColumns))
  return csvLine(cells)
}

function restOf(data: Record<string, unknown>, inColumns: ReadonlySet<string>): object | undefined {
  const rest = Object.entries(data).filter(([key]) => !inColumns.has(key))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}
