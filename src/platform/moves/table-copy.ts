// Copies the rows of one project from one database to another, and makes two copies equal.
//
// Rows are compared by digests: both sides put the rows of a table into groups by a hash of their text, and add up the hashes of
// each group. Groups that differ are deleted and copied again, so it does not matter how a row changed, or that it was deleted.
// Equal digests prove that the tables are equal, up to a collision of 60 bits that nobody can choose: rows contain random ids.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { quoteColumns } from '../backup/catalogue.ts'
import { countRows } from '../backup/backup-file.ts'
import type { ProjectId } from '../ids.ts'
import { rowsOf } from './moved-tables.ts'
import type { MovedTable } from './moved-tables.ts'

/** A table of the plan with its columns, and how the people of its rows are called on the target. */
export type TableCopy = {
  table: MovedTable
  columns: readonly string[]
  /** Ids on the target by ids of the source. */
  people: ReadonlyMap<string, string>
}

/** Both connections are inside a transaction, and prepared by prepareSession. */
export type MovePair = {
  source: pg.Client
  target: pg.Client
  projectId: ProjectId
}

/** Rows and the sum of their hashes, by group. */
export type TableDigest = ReadonlyMap<number, string>

// 12 bits: 4,096 groups, so a change in a million rows copies 250 again.
const groupOf = (hash: string) => `('x' || left(${hash}, 3))::bit(12)::int`
const sumOf = (hash: string) => `sum(('x' || substr(${hash}, 4, 15))::bit(60)::bigint)`

/** A hash of the columns that are compared. */
const hashOf = (copy: TableCopy): string => `md5(row(${quoteColumns(comparedColumns(copy))})::text)`

const isIn = (hash: string, groups: readonly number[]): string =>
  `${groupOf(hash)} = any ('{${groups.join(',')}}'::int[])`

const escapedProject = (condition: string, projectId: ProjectId): string =>
  condition.replaceAll('$1', pg.escapeLiteral(projectId))

/** Those that are equal on both sides after a copy. */
function comparedColumns({ table, columns }: TableCopy): string[] {
  const different = new Set([
    ...(table.omits ?? []),
    ...(table.sealed ?? []),
    ...Object.keys(table.sets ?? {}),
    ...(table.person === undefined ? [] : [table.person]),
  ])
  return columns.filter((column) => !different.has(column))
}

/** The rows of the project that move. People without an account on the target are left out at the source. */
function conditionOf({ table, people }: TableCopy, { projectId, side }: SideOfTable): string {
  const condition = escapedProject(rowsOf(table), projectId)
  if (table.person === undefined || side === 'target') return condition
  const ids = [...people.keys()].map(pg.escapeLiteral).join(', ')
  return `${condition} and ${ids === '' ? 'false' : `${pg.escapeIdentifier(table.person)} in (${ids})`}`
}

type SideOfTable = { projectId: ProjectId; side: 'source' | 'target' }

export async function digestTable(
  pair: MovePair,
  copy: TableCopy,
  side: 'source' | 'target',
): Promise<TableDigest> {
  const { rows } = await pair[side].query<{ at: number; digest: string }>(
    `select ${groupOf('hash')} as at, count(*) || ' ' || ${sumOf('hash')} as digest
     from (select ${hashOf(copy)} as hash from ${pg.escapeIdentifier(copy.table.name)}
       where ${conditionOf(copy, { projectId: pair.projectId, side })}) as rows group by 1`,
  )
  return new Map(rows.map(({ at, digest }) => [at, digest]))
}

/** The groups that are not the same in both. */
export function differingGroups(source: TableDigest, target: TableDigest): number[] {
  const groups = new Set([...source.keys(), ...target.keys()])
  return [...groups].filter((group) => source.get(group) !== target.get(group))
}

export const rowsIn = (digest: TableDigest): number =>
  [...digest.values()].reduce((sum, one) => sum + Number(one.split(' ')[0]), 0)

type CopyOptions = {
  /** All rows unless given. */
  groups?: readonly number[]
  onRows?: (rows: number, bytes: number) => void
}

/** The rows, or those of some groups, with the values that they have on the target. */
export async function copyRows(
  { source, target, projectId }: MovePair,
  copy: TableCopy,
  { groups, onRows = () => undefined }: CopyOptions = {},
): Promise<void> {
  const { table } = copy
  const columns = copy.columns.filter((column) => !table.omits?.includes(column))
  const values = columns.map((column) => valueOf(copy, column)).join(', ')
  const chosen = groups === undefined ? '' : ` and ${isIn(hashOf(copy), groups)}`
  const read = source.query(
    copyTo(
      `copy (select ${values} from ${pg.escapeIdentifier(table.name)}
       where ${conditionOf(copy, { projectId, side: 'source' })}${chosen}) to stdout`,
    ),
  )
  const write = target.query(
    copyFrom(`copy ${pg.escapeIdentifier(table.name)} (${quoteColumns(columns)}) from stdin`),
  )
  const counted = async function* () {
    for await (const chunk of read as AsyncIterable<Buffer>) {
      onRows(countRows(chunk), chunk.length)
      yield chunk
    }
  }
  await pipeline(counted(), write)
}

function valueOf({ table, people }: TableCopy, column: string): string {
  const name = pg.escapeIdentifier(column)
  const set = table.sets?.[column]
  if (set !== undefined) return `${set} as ${name}`
  if (column !== table.person || people.size === 0) return name
  const cases = [...people].map(
    ([here, there]) => `when ${pg.escapeLiteral(here)} then ${pg.escapeLiteral(there)}::uuid`,
  )
  return `case ${name} ${cases.join(' ')} end as ${name}`
}

/** Deletes the rows of some groups on the target. */
export async function deleteGroups(
  { target, projectId }: MovePair,
  copy: TableCopy,
  groups: readonly number[],
): Promise<void> {
  await target.query(
    `delete from ${pg.escapeIdentifier(copy.table.name)}
     where ${conditionOf(copy, { projectId, side: 'target' })} and ${isIn(hashOf(copy), groups)}`,
  )
}
