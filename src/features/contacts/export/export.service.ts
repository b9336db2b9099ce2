// Exports all matching contacts as CSV that can be imported again. For any number of keys and any size of data, it blocks the
// main thread for a few milliseconds at a time and holds one page in memory. Each page is a statement of its own, so an export
// shows each contact as of the time its page is read.
import { heavyTurn } from '../../../platform/concurrency/heavy-turn.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import { listKnownTopics } from '../../topics/index.ts'
import { stateOf } from '../record/contacts.queries.ts'
import type { Filter } from '../record/contacts.queries.ts'
import { activePause } from '../record/pauses.ts'
import { headerOf, PAUSE_HEADER, REST_HEADER, STATE_HEADER, topicHeader } from '../csv/csv-columns.ts'
import { csvLine } from '../../../platform/csv/csv-write.ts'
import { listDataKeys } from '../data/data-keys.queries.ts'
import type { ExportLimits } from './export-limits.ts'
import { listExported, listExportedOf, listMatchingIds, PAGE_ROWS } from './export.queries.ts'
import type { ExportedRow } from './export.queries.ts'

// More columns make a spreadsheet unusable. Rarer keys share a column, as JSON.
const MOST_COLUMNS = 200

// Writing this many cells or characters takes half a millisecond.
const TURN_CELLS = 5_000
const TURN_CHARACTERS = 16_384

type Columns = { topics: readonly string[]; keys: readonly string[]; hasRest: boolean }

// A filter may scan all events of a project before it finds a contact, so each query returns many ids, and their pages are
// read by id. This many ids take about 5 MB.
const IDS_PER_QUERY = 50_000

type ExportOptions = {
  projectId: ProjectId
  filter: Filter
  filters: Filters
  limits: ExportLimits
  now: Date
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal
}

/**
 * Writes email, subscribed, subscriptionState and pausedUntil, a column for each topic and for each of the most frequent keys of `data`,
 * and one for all others if there are any. An invalid filter throws before anything is written.
 */
export async function exportContacts(
  db: Db | Trx,
  options: ExportOptions,
  idsPerQuery = IDS_PER_QUERY,
): Promise<AsyncGenerator<string>> {
  const columns = await chooseColumns(db, options)
  const query = { ...options, limit: idsPerQuery }
  const pages = options.filter.matching
    ? pagesOfMatching(db, { ...query, first: await listNextIds(db, query) })
    : pagesOfAll(db, options)
  return writeLines(columns, { pages, projectId: options.projectId, now: options.now })
}

type Pages = Output & { pages: AsyncIterable<ExportedRow[]> }
type Output = { projectId: ProjectId; now: Date }

async function* writeLines(columns: Columns, { pages, ...output }: Pages): AsyncGenerator<string> {
  yield headerLine(columns)
  for await (const rows of pages) yield* writeRows(rows, { columns, ...output })
}

// If data is large, few rows fit into a page, and reading a thousand for each would be most of the work.
const nextLimit = (rows: readonly ExportedRow[]) => Math.min(PAGE_ROWS, 2 * rows.length)

async function* pagesOfAll(
  db: Db | Trx,
  { projectId, filter, limits }: Pick<ExportOptions, 'projectId' | 'filter' | 'limits'>,
): AsyncGenerator<ExportedRow[]> {
  let before: string | undefined
  let limit = PAGE_ROWS
  for (;;) {
    const query = { projectId, filter, limit, before }
    const { rows, found } = await limits.read(projectId, () => listExported(db, query))
    yield rows
    if (found < limit && rows.length === found) return
    before = rows.at(-1)?.id
    limit = nextLimit(rows)
  }
}

type IdBatchQuery = ExportOptions & { limit: number; before?: string }

const listNextIds = (
  db: Db | Trx,
  { projectId, filter, filters, signal, limit, before }: IdBatchQuery,
): Promise<ContactId[]> =>
  filters.run(db, {
    projectId,
    run: (trx) => listMatchingIds(trx, { projectId, filter, limit, before }),
    ...(signal && { signal }),
  })

async function* pagesOfMatching(
  db: Db | Trx,
  { first, ...query }: IdBatchQuery & { first: ContactId[] },
): AsyncGenerator<ExportedRow[]> {
  let ids = first
  for (;;) {
    yield* pagesOfIds(db, { ...query, ids })
    const before = ids.at(-1)
    if (before === undefined || ids.length < query.limit) return
    ids = await listNextIds(db, { ...query, before })
  }
}

/** Leaves out contacts that were deleted meanwhile. */
async function* pagesOfIds(
  db: Db | Trx,
  { projectId, limits, ids }: Pick<ExportOptions, 'projectId' | 'limits'> & { ids: readonly ContactId[] },
): AsyncGenerator<ExportedRow[]> {
  let from = 0
  let limit = PAGE_ROWS
  while (from < ids.length) {
    const pageIds = ids.slice(from, from + limit)
    const { rows, found } = await limits.read(projectId, () =>
      listExportedOf(db, { projectId, ids: pageIds }),
    )
    yield rows
    const last = rows.at(-1)
    const isCut = last !== undefined && rows.length < found
    from += isCut ? pageIds.indexOf(last.id) + 1 : pageIds.length
    limit = isCut ? nextLimit(rows) : Math.min(PAGE_ROWS, 2 * limit)
  }
}

async function chooseColumns(db: Db | Trx, { projectId }: { projectId: ProjectId }): Promise<Columns> {
  const found = await listDataKeys(db, { projectId, limit: MOST_COLUMNS + 1 })
  const keys = found.slice(0, MOST_COLUMNS).map(({ key }) => key)
  const topics = (await listKnownTopics(db, { projectId })).map(({ key }) => key)
  return { topics, keys: keys.toSorted(), hasRest: found.length > MOST_COLUMNS }
}

const headerLine = ({ topics, keys, hasRest }: Columns) =>
  csvLine([
    'email',
    'subscribed',
    STATE_HEADER,
    PAUSE_HEADER,
    ...topics.map(topicHeader),
    ...keys.map(headerOf),
    ...(hasRest ? [REST_HEADER] : []),
  ])

async function* writeRows(
  rows: readonly ExportedRow[],
  { columns, projectId, now }: Output & { columns: Columns },
): AsyncGenerator<string> {
  const inColumns = new Set(columns.keys)
  let lines = ''
  let cells = 0
  for (const row of rows) {
    lines += writeRow(row, { ...columns, inColumns, now })
    cells += columns.topics.length + columns.keys.length
    if (cells < TURN_CELLS && lines.length < TURN_CHARACTERS) continue
    yield lines
    lines = ''
    cells = 0
    // A yield alone does not free the event loop: a fast reader asks for more at once. And with fifty exports, one round of
    // the event loop must not write fifty chunks.
    await heavyTurn(projectId)
  }
  if (lines !== '') yield lines
}

function writeRow(
  { data: text, ...row }: ExportedRow,
  { topics, keys, hasRest, inColumns, now }: Columns & { inColumns: ReadonlySet<string>; now: Date },
): string {
  const data = JSON.parse(text) as Record<string, unknown>
  const choices = row.topic_choices as Record<string, boolean>
  const pause = activePause(row.paused_until, now)?.toISOString()
  const cells: unknown[] = [
    row.email,
    row.subscribed,
    stateOf(row),
    pause,
    ...topics.map((key) => choices[key]),
  ]
  for (const key of keys) cells.push(Object.hasOwn(data, key) ? data[key] : undefined)
  if (hasRest) cells.push(restOf(data, inColumns))
  return csvLine(cells)
}

function restOf(data: Record<string, unknown>, inColumns: ReadonlySet<string>): object | undefined {
  const rest = Object.entries(data).filter(([key]) => !inColumns.has(key))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}
