// The fence of a project that pauses: triggers on every table with its rows that refuse all writes to them. It is what makes
// the last copy complete, whoever still writes: making a trigger waits for the writers of its table, and later ones meet it.
// They exist only during a move, so ordinary writes cost nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isLockBusy } from '../db/failures/database-errors.ts'
import type { ProjectId } from '../ids.ts'
import { MOVED_TABLES } from './moved-tables.ts'

const FUNCTION = 'refuse_moving_project'

// Writers of all projects wait behind a trigger that waits for its table, so it gives up early and is tried again. It must be
// longer than PostgreSQL's deadlock_timeout (1 s), at which an autovacuum makes way.
const LOCK_TIMEOUT_MS = 1_500
const PAUSE_MS = 200

/** UUIDs make the names of triggers different for every project. */
const nameOf = (projectId: ProjectId, kind: string): string =>
  `fence_${projectId.replaceAll('-', '').slice(-24)}_${kind}`

/** Tables whose rows have no project in them are written only together with one that has. */
const columnOf = (table: string): string => (table === 'projects' ? 'id' : 'project_id')

const FENCED = MOVED_TABLES.filter(({ rows }) => rows === undefined || !rows.includes('door_id')).map(
  ({ name }) => name,
)

/** @param signal ends the attempts, because the pause is over */
export async function raiseFences(
  client: pg.Client,
  { projectId, signal }: { projectId: ProjectId; signal: AbortSignal },
): Promise<void> {
  for (const table of FENCED) {
    await retryWhileBusy(signal, () =>
      inShortTransaction(client, async () => {
        await client.query(triggerStatement({ table, projectId, kind: 'write' }))
        await client.query(triggerStatement({ table, projectId, kind: 'delete' }))
      }),
    )
  }
}

/**
 * Waits for the transactions that write to a table at the moment. Their rows can be seen then, and later statements see
 * what was committed before. Writers of all projects wait meanwhile, as for a fence.
 */
export async function waitForWriters(
  client: pg.Client,
  { table, signal }: { table: string; signal: AbortSignal },
): Promise<void> {
  await retryWhileBusy(signal, () =>
    inShortTransaction(client, () => client.query(`lock table ${pg.escapeIdentifier(table)} in share mode`)),
  )
}

function triggerStatement({ table, projectId, kind }: FenceTrigger): string {
  const [events, row] = kind === 'write' ? ['insert or update', 'new'] : ['delete', 'old']
  const id = pg.escapeLiteral(projectId)
  return `create or replace trigger ${nameOf(projectId, kind)} before ${events} on ${pg.escapeIdentifier(table)}
    for each row when (${row}.${columnOf(table)} = ${id}::uuid) execute function ${FUNCTION}(${id})`
}

type FenceTrigger = {
  table: string
  projectId: ProjectId
  kind: 'write' | 'delete'
}

/** Removes those that exist; what is left of an interrupted move, too. */
export async function dropFences(
  client: pg.ClientBase,
  { projectId, signal }: { projectId: ProjectId; signal?: AbortSignal },
): Promise<void> {
  const { rows } = await client.query<{ name: string; relation: string }>(
    `select tgname as name, tgrelid::regclass::text as relation from pg_trigger
     where tgname = any ($1) and tgparentid = 0 order by 2, 1`,
    [[nameOf(projectId, 'write'), nameOf(projectId, 'delete')]],
  )
  for (const { name, relation } of rows) {
    await retryWhileBusy(signal, () =>
      inShortTransaction(client, () => client.query(`drop trigger if exists ${name} on ${relation}`)),
    )
  }
}

async function inShortTransaction(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

// Only for removal, which nothing waits for.
const MOST_TRIES = 100

async function retryWhileBusy(signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isLockBusy(error) || tries === MOST_TRIES) throw error
      await sleep(PAUSE_MS, undefined, { ...(signal && { signal }) })
    }
  }
}
