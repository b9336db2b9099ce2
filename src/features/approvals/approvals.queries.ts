import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import { containsText } from '../../platform/db/like.ts'
import { countRows, readPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/db/page.ts'
import type { Approvals } from '../../platform/db/tables.ts'
import type { ApprovalId, ProjectId, UserId } from '../../platform/ids.ts'
import type { ApprovalState } from './approvals.values.ts'

export type ApprovalRow = Selectable<Approvals>
export type ApprovalRef = { projectId: ProjectId; approvalId: ApprovalId }

type ApprovalQuery = {
  projectId: ProjectId
  filter: { state?: ApprovalState | undefined; search?: string | undefined }
  now: Date
}

/** The states that are not stored follow from the time. */
function isIn(state: ApprovalState | undefined, now: Date): RawBuilder<boolean> {
  if (state === undefined) return sql<boolean>`true`
  if (state === 'WAITING') return sql<boolean>`decision is null and expires_at > ${now}`
  if (state === 'EXPIRED') return sql<boolean>`decision is null and expires_at <= ${now}`
  return sql<boolean>`decision = ${state}`
}

/** Whether the text is part of the title or of the key's name. */
function isFound(search: string): RawBuilder<boolean> {
  const text = search.trim()
  if (text === '') return sql<boolean>`true`
  return sql<boolean>`(${containsText(sql.ref('title'), text)} or ${containsText(sql.ref('key_name'), text)})`
}

const isListed = ({ filter: { state, search = '' }, now }: ApprovalQuery): RawBuilder<boolean> =>
  sql<boolean>`${isIn(state, now)} and ${isFound(search)}`

/** Newest first. */
export const listApprovals = (
  db: Db | Trx,
  { limit, before, ...query }: ApprovalQuery & { limit: number; before: string | undefined },
): Promise<Page<ApprovalRow>> =>
  readPage(
    db.selectFrom('approvals').selectAll().where('project_id', '=', query.projectId).where(isListed(query)),
    { limit, before },
  )

export const countApprovals = (db: Db | Trx, query: ApprovalQuery): Promise<number> =>
  countRows(db, sql`approvals where project_id = ${query.projectId} and ${isListed(query)}`)

export const findApproval = (
  db: Db | Trx,
  { projectId, approvalId }: ApprovalRef,
): Promise<ApprovalRow | undefined> =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', approvalId)
    .executeTakeFirst()

/** One at a time adds an approval to the project, so that a call waits once and the limit holds. */
export async function lockApprovals(trx: Trx, { projectId }: { projectId: ProjectId }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('approvals ' || ${projectId}, 0))`.execute(trx)
}

type SameCall = { projectId: ProjectId; digest: Buffer; approvedSince: Date; now: Date }

/** Finds an earlier request of the call that is waiting or was approved recently. */
export async function findSameCall(
  trx: Trx,
  { projectId, digest, approvedSince, now }: SameCall,
): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`
    select * from approvals
    where project_id = ${projectId} and digest = ${digest}
      and (${isIn('WAITING', now)} or decision = 'APPROVED' and decided_at > ${approvedSince})
    order by id desc limit 1`.execute(trx)
  return rows[0]
}

export const insertApproval = (trx: Trx, approval: Insertable<Approvals>): Promise<ApprovalRow> =>
  trx.insertInto('approvals').values(approval).returningAll().executeTakeFirstOrThrow()

type DecisionInput = ApprovalRef & {
  decision: 'APPROVED' | 'REJECTED' | 'FAILED'
  person: { id: UserId; email: string }
  /** JSON, or null. */
  result: string | null
  now: Date
}

/** @returns undefined unless it is waiting: of several people who decide, one gets the row */
export async function decideApproval(
  db: Db | Trx,
  { projectId, approvalId, decision, person, result, now }: DecisionInput,
): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`
    update approvals set decision = ${decision}, decided_at = ${now}, decided_by = ${person.id},
      decided_by_name = ${person.email}, result = ${result}::jsonb
    where project_id = ${projectId} and id = ${approvalId} and ${isIn('WAITING', now)} returning *`.execute(
    db,
  )
  return rows[0]
}

/** Deletes those of all projects. */
export async function deleteOldApprovals(db: Db | Trx, { before }: { before: Date }): Promise<void> {
  await sql`delete from approvals where requested_at < ${before}`.execute(db)
}
