// Rows that represent work: due at a time, done once, by any node. Such a table has these columns:
//
//   project_id uuid, id uuid   the primary key
//   due_at timestamptz         when it has to be processed; null: nothing to do
//   fence integer              counts the claims
//   attempts integer           counts the claims since it was last done
//
// and an index on (project_id, due_at) where due_at is not null.
//
// A claim moves due_at to the end of its lease and raises the fence. So a dead worker leaves no "claimed" state behind: the
// row is simply due again. A worker processes its claim outside any transaction, and records the result in one that locks
// the row and checks the fence (holdingClaim): a worker that was too slow finds a higher fence, and writes nothing.
//
// A row may represent work in another table, and sleep (due_at is null) while there is none. Then writers and workers
// follow an order: a writer adds the work first and then wakes the row (wakeRows); a worker locks the row (lockClaims), and
// only then checks for more work before it lets the row sleep. Whichever locks the row first, the other one sees its
// changes.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { inTransaction } from '../db/client.ts'
import type { Db, Trx } from '../db/client.ts'
import { executePrepared } from '../db/prepared.ts'
import type { PreparedTarget } from '../db/prepared.ts'
import type { ProjectId } from '../ids.ts'

export type Claim<I extends string = string> = {
  projectId: ProjectId
  id: I
  fence: number
  /** 1 for the first. */
  attempts: number
}

export type ClaimOptions = {
  table: string
  /** In total, and per project. */
  limit: number
  perProject: number
  leaseMs: number
  now: Date
  /** Projects take turns in the order of their ids; those after this one are next. */
  after?: ProjectId | undefined
  /** Projects that have enough batches running. */
  without?: readonly ProjectId[]
}

// Further projects wait for the next query, which begins after the last claimed one.
const MOST_PROJECTS = 1_000

/**
 * Projects with due rows, beginning with the one whose turn it is. Work of a disabled project waits. A recursive query
 * jumps through the index from project to project, so the backlog of one costs the others nothing. An idle node runs it
 * several times a second, so it is prepared.
 */
function listDueProjects(
  target: PreparedTarget | Trx,
  { table: name, now, after, without = [] }: ClaimOptions,
): Promise<{ id: ProjectId }[]> {
  const table = sql.table(name)
  // Lower than every id.
  const last = after ?? '00000000-0000-0000-0000-000000000000'
  const statement = sql<{ id: ProjectId }>`
    with recursive lanes (project_id, due_at) as (
      (select project_id, due_at from ${table} where due_at is not null order by project_id, due_at limit 1)
      union all
      select next.* from lanes as l cross join lateral (
        select project_id, due_at from ${table} where due_at is not null and project_id > l.project_id
        order by project_id, due_at limit 1
      ) as next
    )
    select p.id from lanes as l join projects as p on p.id = l.project_id and p.disabled_at is null
    where l.due_at <= ${now}::timestamptz and l.project_id <> all(${without}::uuid[])
    order by l.project_id > ${last}::uuid desc, l.project_id limit ${sql.lit(MOST_PROJECTS)}`
  return executePrepared(target, `due-projects-${name}`, statement)
}

/** Claims due rows, oldest first, with a limit per project. */
export async function claimDue(target: PreparedTarget | Trx, options: ClaimOptions): Promise<Claim[]> {
  const projects = await listDueProjects(target, options)
  if (projects.length === 0) return []
  const { limit, perProject, leaseMs, now } = options
  const table = sql.table(options.table)
  const { rows } = await sql<Claim>`
    with due as materialized (
      select d.* from unnest(${projects.map(({ id }) => id)}::uuid[]) as t (project_id) cross join lateral (
        select project_id, id from ${table} where project_id = t.project_id and due_at <= ${now}
        order by due_at limit ${perProject} for update skip locked
      ) as d limit ${limit}
    )
    update ${table} as w set due_at = ${new Date(now.getTime() + leaseMs)}, fence = w.fence + 1,
      attempts = w.attempts + 1
    from due where w.project_id = due.project_id and w.id = due.id
    returning w.project_id as "projectId", w.id, w.fence, w.attempts`.execute(
    'pool' in target ? target.db : target,
  )
  return rows
}

type ClaimedRows = { table: string; claims: readonly Claim[] }

/** Locks the rows of claims that are still valid, in the order of their ids, and returns those claims. */
export async function lockClaims(trx: Trx, claimed: ClaimedRows): Promise<Claim[]> {
  const rows = await lockRows<{ id: string }>(trx, { ...claimed, columns: sql`w.id` })
  const ids = new Set(rows.map(({ id }) => id))
  return claimed.claims.filter(({ id }) => ids.has(id))
}

/** Runs `act` in a transaction that holds the row of the claim. An outdated claim does nothing. */
export async function holdingClaim<Result>(
  db: Db,
  { table, claim }: { table: string; claim: Claim },
  act: (trx: Trx) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(db, async (trx) => {
    const [held] = await lockClaims(trx, { table, claims: [claim] })
    return held && act(trx)
  })
}

/** Locks the rows and returns columns of `w`, for callers that need them anyway. */
export async function lockRows<Row>(
  trx: Trx,
  { table, claims, columns }: ClaimedRows & { columns: RawBuilder<unknown> },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table)} as w ${matchingClaims(claims)}
    order by w.id for update of w`.execute(trx)
  return rows
}

/**
 * After a failure, or to wait: the rows are due again at that time. An outdated claim changes nothing, even if it becomes
 * outdated while this waits for the row: PostgreSQL checks the fence of the row itself again, but not the result of a
 * subquery.
 */
export async function postponeClaims(
  db: Db | Trx,
  { table, claims, dueAt }: ClaimedRows & { dueAt: Date },
): Promise<void> {
  await sql`
    update ${sql.table(table)} as w set due_at = ${dueAt} from ${givenClaims(claims)}
    where ${IS_GIVEN}`.execute(db)
}

/** Joins the rows `w` of claims whose fence is still the highest. */
const matchingClaims = (claims: readonly Claim[]) => sql`join ${givenClaims(claims)} on ${IS_GIVEN}`

const givenClaims = (claims: readonly Claim[]) => sql`
  unnest(${claims.map(({ projectId }) => projectId)}::uuid[], ${claims.map(({ id }) => id)}::uuid[],
    ${claims.map(({ fence }) => fence)}::int[]) as given (project_id, id, fence)`
const IS_GIVEN = sql.raw('given.project_id = w.project_id and given.id = w.id and given.fence = w.fence')

type WakeRowsInput = { table: string; projectId: ProjectId; dueAt: ReadonlyMap<string, Date> }

/**
 * Makes these rows due at the given times or earlier, for work written in this transaction. A row that a worker has claimed
 * is left alone, because the worker checks for more before it lets go. Two statements: the decision must use the row as it
 * is once it is locked. In one statement the UPDATE would skip a row that was claimed when the statement began, and has
 * been put to sleep while it waited for the lock.
 */
export async function wakeRows(trx: Trx, { table: name, projectId, dueAt }: WakeRowsInput): Promise<void> {
  const table = sql.table(name)
  const ids = [...dueAt.keys()].toSorted()
  await sql`
    select from ${table} where project_id = ${projectId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(trx)
  await sql`
    update ${table} as w set due_at = given.due_at
    from unnest(${ids}::uuid[], ${ids.map((id) => dueAt.get(id)?.toISOString() ?? null)}::timestamptz[])
      as given (id, due_at)
    where w.project_id = ${projectId} and w.id = given.id and w.attempts = 0
      and (w.due_at is null or w.due_at > given.due_at)`.execute(trx)
}

// The second attempt comes soon, because most failures are short; later ones come hourly, so that a fix takes effect
// without intervention.
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 3_600_000

/** 1, 2, 4 … seconds, up to an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(Math.max(0, attempts - 1), 20), LONGEST_PAUSE_MS)
