// Moves bytes between PostgreSQL and the object store, one row at a time, in either direction. A row says where its bytes are, so a
// move can be interrupted anywhere and run again, while all nodes work.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { inTransaction } from '../db/client.ts'
import type { Db } from '../db/client.ts'
import type { ProjectId } from '../ids.ts'
import { ObjectStoreError } from './object-store-error.ts'
import type { ObjectKind, ObjectStore } from './object-store.ts'
import { useObjects } from './unused-objects.queries.ts'

/** A table whose rows have their bytes in columns, or in the object of `object_key`. The bytes of a row never change. */
export type MovableBytes = {
  kind: ObjectKind
  table: string
  /** The columns of the primary key; the first is project_id. */
  key: readonly string[]
  /** Those that are null while the bytes are in the store. */
  columns: readonly string[]
  encode(values: Row): Buffer
  decode(bytes: Buffer): Row
  /** Other columns to set when the bytes have moved out. */
  withObject?: (bytes: Buffer) => Row
  /** Which rows may move out; all unless given. */
  isLarge?: RawBuilder<unknown>
  /**
   * The rows that a job moves out, because they are stored within transactions, or were while the store was away. Without it, the
   * job does nothing.
   */
  isRecent?: RawBuilder<unknown>
}

type Row = Record<string, unknown>

/** A column with all bytes. */
export const bytesColumn = (name: string): Pick<MovableBytes, 'columns' | 'encode' | 'decode'> => ({
  columns: [name],
  encode: (values) => values[name] as Buffer,
  decode: (bytes) => ({ [name]: bytes }),
})

export type Direction = 'store' | 'database'

/** `lost`: rows whose object the store does not have. They stay as they are. */
export type MoveProgress = { kind: ObjectKind; rows: number; bytes: number; lost: number }

export type Move = {
  objects: ObjectStore
  table: MovableBytes
  direction: Direction
  /** Only rows that the job moves. */
  isRecentOnly?: boolean
  signal: AbortSignal
  onProgress?: (progress: MoveProgress) => void
}

// Keys only; the bytes are read one row at a time.
const PAGE = 200

// Each has its bytes in memory, some 10 MB.
const AT_ONCE = 4

/** @throws ObjectStoreError if the store does not work; rows that have moved stay where they are */
export async function moveBytes(db: Db, move: Move): Promise<MoveProgress> {
  const { table, signal, onProgress } = move
  const progress: MoveProgress = { kind: table.kind, rows: 0, bytes: 0, lost: 0 }
  let after: unknown[] | undefined
  while (!signal.aborted) {
    const page = await listRows(db, { ...move, after })
    for (let at = 0; at < page.length && !signal.aborted; at += AT_ONCE) {
      const moved = await Promise.all(
        page.slice(at, at + AT_ONCE).map((key) => moveRow(db, { ...move, key })),
      )
      for (const bytes of moved) {
        if (bytes === undefined) continue
        if (bytes === 'lost') {
          progress.lost += 1
          continue
        }
        progress.rows += 1
        progress.bytes += bytes
      }
      onProgress?.(progress)
    }
    if (page.length < PAGE) break
    after = page.at(-1)
  }
  return progress
}

/** How many rows there are to move. */
export async function countMovable(db: Db, move: Pick<Move, 'table' | 'direction'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(move.table.table)} as t where ${isToMove(move)}`.execute(db)
  return rows[0]?.count ?? 0
}

const isToMove = ({
  table: { isLarge = sql`true`, isRecent = sql`false` },
  direction,
  isRecentOnly = false,
}: Pick<Move, 'table' | 'direction' | 'isRecentOnly'>): RawBuilder<unknown> =>
  direction === 'database'
    ? sql`t.object_key is not null`
    : sql`t.object_key is null and ${isLarge} and ${isRecentOnly ? isRecent : sql`true`}`

async function listRows(db: Db, move: Move & { after: unknown[] | undefined }): Promise<unknown[][]> {
  const { table, after } = move
  const key = sql.join(table.key.map((name) => sql.ref(`t.${name}`)))
  const isLater = after === undefined ? sql`true` : sql`(${key}) > (${sql.join(after)})`
  const { rows } = await sql<Row>`
    select ${key} from ${sql.table(table.table)} as t where ${isToMove(move)} and ${isLater}
    order by ${key} limit ${PAGE}`.execute(db)
  return rows.map((row) => table.key.map((name) => row[name]))
}

type RowMove = Move & { key: unknown[] }

/** The number of bytes; undefined if the row is gone, or another process has moved it. */
async function moveRow(db: Db, move: RowMove): Promise<number | 'lost' | undefined> {
  const { table, key } = move
  const columns = sql.join([...table.columns, 'object_key'].map((name) => sql.ref(name)))
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table.table)} where ${hasKey(table, key)}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return move.direction === 'store' ? moveOut(db, { ...move, row }) : moveBack(db, { ...move, row })
}

const hasKey = (table: MovableBytes, key: unknown[]): RawBuilder<unknown> =>
  sql.join(
    table.key.map((name, index) => sql`${sql.ref(name)} = ${key[index]}`),
    sql` and `,
  )

const assignments = (values: Row): RawBuilder<unknown> =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

async function moveOut(
  db: Db,
  { objects, table, key, row }: RowMove & { row: Row },
): Promise<number | undefined> {
  if (row['object_key'] !== null) return undefined
  const bytes = table.encode(row)
  const projectId = key[0] as ProjectId
  const objectKey = await objects.put({ projectId, kind: table.kind, bytes })
  const empty = Object.fromEntries(table.columns.map((name) => [name, null]))
  const values = { ...empty, ...table.withObject?.(bytes), object_key: objectKey }
  return inTransaction(db, async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(table.table)} set ${assignments(values)}
      where ${hasKey(table, key)} and object_key is null`.execute(trx)
    // The object stays unused then, and is deleted later.
    if (numAffectedRows === 0n) return undefined
    await useObjects(trx, { projectId, keys: [objectKey] })
    return bytes.length
  })
}

async function moveBack(
  db: Db,
  { objects, table, key, row }: RowMove & { row: Row },
): Promise<number | 'lost' | undefined> {
  const objectKey = row['object_key'] as string | null
  if (objectKey === null) return undefined
  const bytes = await findBytes(objects, objectKey)
  const isSame = sql`${hasKey(table, key)} and object_key = ${objectKey}`
  if (bytes === undefined) {
    // The row may have been deleted, and its object after it.
    const { rows } = await sql`select from ${sql.table(table.table)} where ${isSame}`.execute(db)
    return rows.length === 0 ? undefined : 'lost'
  }
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table.table)} set ${assignments({ ...table.decode(bytes), object_key: null })} where ${isSame}`.execute(
    db,
  )
  return numAffectedRows === 0n ? undefined : bytes.length
}

async function findBytes(objects: ObjectStore, key: string): Promise<Buffer | undefined> {
  try {
    return await objects.get(key)
  } catch (error) {
    if (error instanceof ObjectStoreError && error.failure === 'missing') return undefined
    throw error
  }
}
