// All matching contacts as CSV that an import takes back. However many keys the contacts have, and however large their
// data is: the main thread is never busy for more than some milliseconds at a time, and one page is in memory. Each page is
// a statement of its own, so an export shows each contact as it is when its page is read.
import { heavyTurn } from '../../../platform/concurrency/heavy-turn.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import { stateOf } from '../record/contacts.queries.ts'
import type { Filter } from '../record/contacts.queries.ts'
import { headerOf, REST_HEADER, STATE_HEADER } from '../csv/csv-columns.ts'
import { csvLine } from '../csv/csv-write.ts'
import { listDataKeys } from '../data/data-keys.queries.ts'
import type { ExportLimits } from './export-limits.ts'
import { listExported, listExportedOf, listMatchingIds, PAGE_ROWS } from './export.queries.ts'
import type { ExportedRow } from './export.queries.ts'

// What a spreadsheet shows without losing its user. Rarer keys share a column, as JSON.
const MOST_COLUMNS = 200

// Cells and characters that take half a millisecond to write.
const TURN_CELLS = 5_000
const TURN_CHARACTERS = 16_384

type Columns = { keys: readonly string[]; hasRest: boolean }

// A filter may have to look at all events of a project before it finds anybody, so it is asked for many contacts at once,
// and their pages are read by id. This many ids take some 5 MB.
const CHOSEN_AT_ONCE = 50_000

type Exporting = {
  projectId: ProjectId
  filter: Filter
  filters: Filters
  limits: ExportLimits
  /** Aborted when the caller goes away. */
  signal?: AbortSignal
}

/**
 * email, subscribed and subscriptionState, a column for each of the most frequent keys of `data`, and one for all others if
 * there are any. What is wrong with the filter is known when this returns, before anything is written.
 */
export async function exportContacts(
  db: Db | Trx,
  exporting: Exporting,
  chosenAtOnce = CHOSEN_AT_ONCE,
): Promise<AsyncGenerator<string>> {
  const columns = await chooseColumns(db, exporting)
  const choosing = { ...exporting, limit: chosenAtOnce }
  const pages = exporting.filter.matching
    ? pagesOfChosen(db, { ...choosing, first: await chooseNext(db, choosing) })
    : pagesOfAll(db, exporting)
  return writeLines(columns, { pages, projectId: exporting.projectId })
}

type Pages = { pages: AsyncIterable<ExportedRow[]>; projectId: ProjectId }

async function* writeLines(columns: Columns, { pages, projectId }: Pages): AsyncGenerator<string> {
  yield headerLine(columns)
  for await (const rows of pages) yield* writeRows(rows, { columns, projectId })
}

// Where data is large, few rows fit: looking at a thousand for each page would be most of the work.
const nextLimit = (rows: readonly ExportedRow[]) => Math.min(PAGE_ROWS, 2 * rows.length)

async function* pagesOfAll(
  db: Db | Trx,
  { projectId, filter, limits }: Pick<Exporting, 'projectId' | 'filter' | 'limits'>,
): AsyncGenerator<ExportedRow[]> {
  let before: string | undefined
  let limit = PAGE_ROWS
  for (;;) {
    const asked = { projectId, filter, limit, before }
    const { rows, found } = await limits.read(projectId, () => listExported(db, asked))
    yield rows
    if (found < limit && rows.length === found) return
    before = rows.at(-1)?.id
    limit = nextLimit(rows)
  }
}

type Choosing = Exporting & { limit: number; before?: string }

/** The next who match a filter, within the limits that filters have. */
const chooseNext = (
  db: Db | Trx,
  { projectId, filter, filters, signal, limit, before }: Choosing,
): Promise<ContactId[]> =>
  filters.run(db, {
    projectId,
    run: (trx) => listMatchingIds(trx, { projectId, filter, limit, before }),
    ...(signal && { signal }),
  })

async function* pagesOfChosen(
  db: Db | Trx,
  { first, ...choosing }: Choosing & { first: ContactId[] },
): AsyncGenerator<ExportedRow[]> {
  let chosen = first
  for (;;) {
    yield* pagesOf(db, { ...choosing, ids: chosen })
    const before = chosen.at(-1)
    if (before === undefined || chosen.length < choosing.limit) return
    chosen = await chooseNext(db, { ...choosing, before })
  }
}

/** Who was deleted meanwhile is left out. */
async function* pagesOf(
  db: Db | Trx,
  { projectId, limits, ids }: Pick<Exporting, 'projectId' | 'limits'> & { ids: readonly ContactId[] },
): AsyncGenerator<ExportedRow[]> {
  let from = 0
  let limit = PAGE_ROWS
  while (from < ids.length) {
    const asked = ids.slice(from, from + limit)
    const { rows, found } = await limits.read(projectId, () => listExportedOf(db, { projectId, ids: asked }))
    yield rows
    const last = rows.at(-1)
    const isCut = last !== undefined && rows.length < found
    from += isCut ? asked.indexOf(last.id) + 1 : asked.length
    limit = isCut ? nextLimit(rows) : Math.min(PAGE_ROWS, 2 * limit)
  }
}

async function chooseColumns(db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<Columns> {
  const found = await listDataKeys(db, { projectId, limit: MOST_COLUMNS + 1 })
  const keys = found.slice(0, MOST_COLUMNS).map(({ key }) => key)
  return { keys: keys.toSorted(), hasRest: found.length > MOST_COLUMNS }
}

const headerLine = ({ keys, hasRest }: Columns) =>
  csvLine(['email', 'subscribed', STATE_HEADER, ...keys.map(headerOf), ...(hasRest ? [REST_HEADER] : [])])

type Writing = { columns: Columns; projectId: ProjectId }

async function* writeRows(
  rows: readonly ExportedRow[],
  { columns, projectId }: Writing,
): AsyncGenerator<string> {
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
    // A yield alone does not let others have their turn: who reads faster than this writes asks for more at once. And with
    // fifty exports a round of the event loop must not be fifty such pieces.
    await heavyTurn(projectId)
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
