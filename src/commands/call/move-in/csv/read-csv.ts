// Contacts of a CSV file from anywhere.
import { typedCell } from '../../../../platform/csv/typed-cell.ts'
import { UsageError } from '../../../usage-error.ts'
import type { GroupRecord, Source, SourceRecord } from '../records.ts'
import { mapCsvColumns } from './csv-mapping.ts'
import type { CsvTarget } from './csv-mapping.ts'
import { openCsv } from './csv-rows.ts'
import type { CsvRow } from './csv-rows.ts'
import { oppositeStatusOf, statusOf } from './status-words.ts'
import type { Status } from './status-words.ts'

export type CsvOptions = {
  file: string
  map: Record<string, unknown>
  /** The state of contacts whose row does not say; undefined if the caller has not said it. */
  subscribed: boolean | undefined
  /** The name of a segment for all contacts of the file. */
  segment: string | undefined
}

export async function openCsvSource({ file, map, subscribed, segment }: CsvOptions): Promise<Source> {
  const { headers, rows } = await openCsv(file)
  const columns = mapCsvColumns(headers, map)
  requireStates(columns, subscribed)
  const reader = { columns, fallback: fallbackOf(subscribed), groups: createFileGroups(segment) }
  return { name: 'csv', from: file, records: readContacts(rows(addressIn(columns)), reader) }
}

/** The header of the column with the addresses, of which there is one. */
const addressIn = (columns: ReadonlyMap<string, CsvTarget>): string =>
  [...columns].find(([, target]) => target?.to === 'email')?.[0] ?? ''

export const fallbackOf = (subscribed: boolean | undefined): Status => ({
  state: subscribed === true ? 'SUBSCRIBED' : 'NEVER_ASKED',
})

/** A file that says nothing subscribes nobody. */
function requireStates(columns: ReadonlyMap<string, CsvTarget>, subscribed: boolean | undefined): void {
  const hasStates = [...columns.values()].some(
    (target) => target?.to === 'status' || target?.to === 'unsubscribed',
  )
  if (hasStates || subscribed !== undefined) return
  throw noStates('The file has no column that says who is subscribed')
}

export const noStates = (why: string): UsageError =>
  new UsageError(
    `${why}. Add --subscribed true if all of them have agreed to get email, or --subscribed false.`,
  )

export type ContactReader = { columns: ReadonlyMap<string, CsvTarget>; fallback: Status; groups: FileGroups }

export async function* readContacts(
  rows: AsyncIterable<CsvRow>,
  reader: ContactReader,
): AsyncGenerator<SourceRecord> {
  yield* reader.groups.first()
  for await (const row of rows) yield* readContact(row, reader)
}

function* readContact(
  { row, cells, problem }: CsvRow,
  { columns, fallback, groups }: ContactReader,
): Generator<SourceRecord> {
  const leftOut = (reason: string, cell: string): SourceRecord => ({
    kind: 'left out',
    of: 'contacts',
    reason,
    example: `row ${row}: ${cell}`,
  })
  if (problem !== undefined) {
    yield leftOut(problem, Object.values(cells)[0] ?? '')
    return
  }
  let email = ''
  let status: Status | undefined
  let tags: string[] = []
  const data: Record<string, unknown> = {}
  for (const [header, target] of columns) {
    const cell = cells[header] ?? ''
    if (!target || cell.trim() === '') continue
    if (target.to === 'email') email = cell.trim()
    else if (target.to === 'tags') tags = tagsOf(cell)
    else if (target.to === 'data') data[target.key] = typedCell(cell)
    else if (target.to === 'data.*') {
      const object = objectOf(cell)
      if (!object) {
        yield leftOut(`the column "${header}" must be a JSON object`, cell)
        return
      }
      Object.assign(data, object)
    } else {
      const read = target.to === 'status' ? statusOf(cell) : oppositeStatusOf(cell)
      if (!read) {
        yield leftOut(`the state in the column "${header}" is not known`, cell)
        return
      }
      // If two columns disagree, the one that keeps email away counts.
      if (!status || read.state !== 'SUBSCRIBED') status = read
    }
  }
  const { state, suppressed } = status ?? fallback
  yield* groups.of(tags)
  if (suppressed) yield { kind: 'suppression', email, reason: suppressed }
  yield { kind: 'contact', email, state, data, groups: groups.choices(tags) }
}

/** Undefined if the cell has something else. */
export function objectOf(cell: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(cell) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** `a, b`, also `"a","b"` as Mailchimp writes it. */
export const tagsOf = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[,;|]/)
      .map((tag) => tag.replaceAll('"', '').trim())
      .filter(Boolean),
  ),
]

export type FileGroups = {
  /** Groups that all contacts of the file are in. */
  first(): GroupRecord[]
  /** The groups of these tags that have not been yielded yet. */
  of(tags: readonly string[]): GroupRecord[]
  choices(tags: readonly string[]): { id: string; isIn: boolean }[]
}

const tagId = (name: string): string => `tag ${name}`

/** Tags become segments, once each. */
export function createFileGroups(segment: string | undefined): FileGroups {
  const seen = new Set<string>()
  const group = (id: string, name: string): GroupRecord => ({ kind: 'group', id, name, as: 'segment' })
  const all = segment === undefined ? [] : [group('all', segment)]
  return {
    first: () => all,
    of: (tags) =>
      tags.filter((name) => !seen.has(name) && seen.add(name)).map((name) => group(tagId(name), name)),
    choices: (tags) => [...all.map(({ id }) => id), ...tags.map(tagId)].map((id) => ({ id, isIn: true })),
  }
}
