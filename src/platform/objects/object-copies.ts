// Copies the objects of one project from the store of one installation to that of another, under the same keys: the rows that have
// the keys stay equal. As for every object, a row of unused_objects on the target is committed before the object is written, and the
// transaction that brings the rows deletes it, so a move that ends anywhere leaves nothing behind.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ProjectId } from '../ids.ts'
import { ObjectStoreError } from './object-store-error.ts'
import type { ObjectStore } from './object-store.ts'
import { listObjectTables } from './unused-objects.queries.ts'

export type ObjectPair = {
  /** In the transaction that has the rows. */
  target: pg.Client
  /** Not in a transaction. */
  targetControl: pg.Client
  from: ObjectStore
  to: ObjectStore
  projectId: ProjectId
  signal: AbortSignal
  onObjects?: (objects: number, bytes: number) => void
}

/** `lost`: objects that the store of the source does not have. Their rows move as they are. */
export type CopiedObjects = { lost: number }

const PAGE = 1000
// Each has its bytes in memory, some 10 MB.
const AT_ONCE = 8
// Longer than a copy takes. A move that did not take place leaves its objects for so long.
const COPYING_LIMIT = '7 days'

/** Once for the transaction of the target, before objects are copied. */
export async function beginObjectCopies(target: pg.Client): Promise<void> {
  await target.query('create temp table copied_objects (key text primary key) on commit drop')
}

/** Copies the objects of the rows that are on the target, except those that this transaction has copied before. */
export async function copyObjects(pair: ObjectPair): Promise<CopiedObjects> {
  const { target } = pair
  let lost = 0
  await target.query(
    `declare object_keys cursor for
     select key from (${await selectKeys(pair)}) as used where not exists (select from copied_objects as c where c.key = used.key)`,
  )
  for (;;) {
    const { rows } = await target.query<{ key: string }>(`fetch ${PAGE} from object_keys`)
    if (rows.length === 0) break
    const keys = rows.map(({ key }) => key)
    await announceObjects(pair, keys)
    const copied: string[] = []
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      pair.signal.throwIfAborted()
      const some = keys.slice(at, at + AT_ONCE)
      const sizes = await Promise.all(some.map((key) => copyObject(pair, key)))
      copied.push(...some.filter((_, index) => sizes[index] !== undefined))
      const found = sizes.filter((size) => size !== undefined)
      lost += some.length - found.length
      pair.onObjects?.(
        found.length,
        found.reduce((sum, size) => sum + size, 0),
      )
    }
    await target.query('insert into copied_objects select unnest($1::text[])', [copied])
  }
  await target.query('close object_keys')
  return { lost }
}

/** Part of the transaction that brings the rows; see useObjects. */
export async function useCopiedObjects({
  target,
  projectId,
}: Pick<ObjectPair, 'target' | 'projectId'>): Promise<void> {
  const used = `select used.key from (${await selectKeys({ target, projectId })}) as used join copied_objects using (key)`
  const { rows } = await target.query<{ is_complete: boolean }>(
    `with used as materialized (${used}),
     chosen as materialized (
       select u.key from unused_objects as u join used using (key) order by u.key for update of u
     ),
     deleted as (
       delete from unused_objects as u using chosen as c where u.key = c.key and not u.is_deleting returning u.key
     )
     select (select count(*) from deleted) = (select count(*) from used) as is_complete`,
  )
  if (rows[0]?.is_complete !== true) throw new Error('an object was deleted before the row that points to it')
}

async function selectKeys({ target, projectId }: Pick<ObjectPair, 'target' | 'projectId'>): Promise<string> {
  const selects = (await listObjectTables(target)).map(
    (name) =>
      `select object_key as key from ${pg.escapeIdentifier(name)} where project_id = ${pg.escapeLiteral(projectId)} and object_key is not null`,
  )
  return selects.join(' union ')
}

async function announceObjects(
  { targetControl, projectId }: Pick<ObjectPair, 'targetControl' | 'projectId'>,
  keys: readonly string[],
): Promise<void> {
  const { rowCount } = await targetControl.query(
    `insert into unused_objects as u (key, project_id, due_at)
     select key, $2, now() + interval '${COPYING_LIMIT}' from unnest($1::text[]) as key order by 1
     on conflict (key) do update set due_at = excluded.due_at where not u.is_deleting`,
    [keys, projectId],
  )
  if (rowCount === keys.length) return
  throw new Error(
    'Objects that the project had on the target before are being deleted there. Try again in some minutes.',
  )
}

/** The number of bytes; undefined if the source does not have the object. */
async function copyObject(pair: ObjectPair, key: string): Promise<number | undefined> {
  try {
    const bytes = await withPatience(() => pair.from.get(key), pair.signal)
    await withPatience(() => pair.to.adopt(key, bytes), pair.signal)
    return bytes.length
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error
    if (error.failure === 'missing') return undefined
    throw new Error(`The object store failed: ${error.reason}`, { cause: error })
  }
}

// A copy takes hours, and a store may be away for a moment.
const TRIES = 60
const PAUSE_MS = 1_000

async function withPatience<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      const mayWorkLater = error instanceof ObjectStoreError && error.failure === 'unavailable'
      if (!mayWorkLater || tries === TRIES) throw error
      // The reason of the signal says more than that the sleep ended.
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}
