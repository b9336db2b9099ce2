// Copies the rows of a project: once in bulk, and then again what has changed.
import type pg from 'pg'
import { readCatalogue } from '../../../platform/backup/catalogue.ts'
import { MOVED_TABLES } from '../../../platform/moves/moved-tables.ts'
import { PauseOverError } from '../../../platform/moves/move-states.ts'
import { copyMonths } from '../../../platform/moves/prepare-target.ts'
import {
  copyRows,
  deleteGroups,
  differingGroups,
  digestTable,
  rowsIn,
} from '../../../platform/moves/table-copy.ts'
import type { MovePair, TableCopy } from '../../../platform/moves/table-copy.ts'
import type { Reporter } from '../table-progress.ts'
import type { People } from './people.ts'

type BulkCopy = MovePair & { targetControl: pg.Client; people: People; reporter: Reporter }

/** Leaves the transaction of the target open, for what changes meanwhile. */
export async function copyInBulk({
  projectId,
  source,
  target,
  targetControl,
  people,
  reporter,
}: BulkCopy): Promise<TableCopy[]> {
  await copyMonths(source, targetControl)
  const columns = new Map((await readCatalogue(source)).tables.map((one) => [one.name, one.columns]))
  const copies = MOVED_TABLES.map((table) => ({
    table,
    columns: columns.get(table.name) ?? [],
    people: people.ids,
  }))
  await target.query('begin')
  await source.query('begin isolation level repeatable read, read only')
  const pair: MovePair = { source, target, projectId }
  for (const copy of copies) {
    const progress = { table: copy.table.name, rows: 0, bytes: 0 }
    await copyRows(pair, copy, {
      onRows: (rows, bytes) => {
        progress.rows += rows
        progress.bytes += bytes
        reporter.table({ ...progress, isDone: false })
      },
    })
    reporter.table({ ...progress, isDone: true })
  }
  await source.query('commit')
  return copies
}

/** Makes both sides equal and checks it; returns the number of rows. */
export async function catchUp(
  pair: MovePair,
  copies: readonly TableCopy[],
  over: AbortSignal,
): Promise<number> {
  let rows = 0
  for (const copy of copies) {
    if (over.aborted) throw new PauseOverError()
    const [here, there] = await Promise.all([
      digestTable(pair, copy, 'source'),
      digestTable(pair, copy, 'target'),
    ])
    // Columns that are not compared may have changed alone.
    const isAlways = copy.table.sealed !== undefined || copy.table.person !== undefined
    const groups = isAlways ? [...new Set([...here.keys(), ...there.keys()])] : differingGroups(here, there)
    rows += rowsIn(here)
    if (groups.length === 0) continue
    await deleteGroups(pair, copy, groups)
    await copyRows(pair, copy, { groups })
    const again = await digestTable(pair, copy, 'target')
    if (differingGroups(here, again).length === 0) continue
    throw new Error(`The rows of ${copy.table.name} are not equal after they were copied.`)
  }
  return rows
}
