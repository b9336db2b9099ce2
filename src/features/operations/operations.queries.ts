// Long work whose progress a caller follows. Each transaction of the work starts with lockOperation and ends with
// advanceOperation, so that progress and rows are committed together, and a second runner of the same operation waits and then
// sees that the work is done.
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Operations } from '../../platform/db/tables.ts'
import type { OperationId, ProjectId } from '../../platform/ids.ts'
import { RowPosition } from './operations.schema.ts'
import type { Operation, OperationError, StartedOperation } from './operations.schema.ts'

export type OperationRow = Selectable<Operations>
export type OperationRef = { projectId: ProjectId; operationId: OperationId }
export type RowError = z.infer<typeof OperationError>

/** Enough to fix a file; a file with a million bad rows must not produce a response of many megabytes. */
export const MOST_ERRORS = 1000

const KEPT_DAYS = 30

export function toOperation(row: OperationRow): z.infer<typeof Operation> {
  return {
    id: row.id,
    type: row.type,
    status: row.status as z.infer<typeof Operation>['status'],
    progress: { done: row.done, total: row.total, failed: row.failed },
    ...contactsOf(row),
    errors: row.errors as RowError[],
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

function contactsOf({ position }: OperationRow): Pick<z.infer<typeof Operation>, 'contacts'> {
  const { contacts } = RowPosition.safeParse(position).data ?? {}
  return contacts ? { contacts } : {}
}

export const toStartedOperation = (row: OperationRow): z.infer<typeof StartedOperation> => ({
  ...toOperation(row),
  jobId: row.id,
})

const operationOf = (db: Db | Trx, { projectId, operationId }: OperationRef) =>
  db.selectFrom('operations').selectAll().where('project_id', '=', projectId).where('id', '=', operationId)

export const findOperation = (db: Db | Trx, ref: OperationRef): Promise<OperationRow | undefined> =>
  operationOf(db, ref).executeTakeFirst()

type NewOperation = OperationRef & { type: string; request: unknown; total: number | null; now: Date }

export async function insertOperation(
  trx: Db | Trx,
  { projectId, operationId, type, request, total, now }: NewOperation,
): Promise<OperationRow> {
  return trx
    .insertInto('operations')
    .values({
      project_id: projectId,
      id: operationId,
      type,
      request: JSON.stringify(request),
      total,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** For work whose size is known only after its input is stored. */
export async function updateOperationTotal(
  trx: Trx,
  { projectId, operationId, total }: OperationRef & { total: number },
): Promise<OperationRow> {
  return trx
    .updateTable('operations')
    .set({ total })
    .where('project_id', '=', projectId)
    .where('id', '=', operationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const lockOperation = (trx: Trx, ref: OperationRef): Promise<OperationRow | undefined> =>
  operationOf(trx, ref).forUpdate().executeTakeFirst()

type Progress = OperationRef & { done: number; failed?: number; position: unknown; errors?: RowError[] }

/** Adds to the counts, and appends errors up to the first thousand. */
export async function advanceOperation(
  trx: Trx,
  { projectId, operationId, done, failed = 0, position, errors = [] }: Progress,
): Promise<void> {
  await sql`
    update operations set status = 'RUNNING', done = done + ${done}, failed = failed + ${failed},
      position = ${JSON.stringify(position)}::jsonb,
      errors = case when ${errors.length} = 0 then errors
        else jsonb_path_query_array(errors || ${JSON.stringify(errors)}::jsonb, ${`$[0 to ${MOST_ERRORS - 1}]`}::jsonpath) end
    where project_id = ${projectId} and id = ${operationId}`.execute(trx)
}

type Finish = OperationRef & { status: 'DONE' | 'FAILED'; now: Date; error?: RowError }

/** Ends an operation: sets its total and deletes its upload. Can be called twice. */
export async function finishOperation(
  db: Db | Trx,
  { projectId, operationId, status, now, error }: Finish,
): Promise<void> {
  await sql`
    with ended as (
      update operations set status = ${status}, finished_at = ${now},
        total = case when ${status} = 'DONE' then done + failed else total end,
        errors = errors || ${JSON.stringify(error ? [error] : [])}::jsonb
      where project_id = ${projectId} and id = ${operationId} and finished_at is null
      returning project_id, id
    )
    delete from operation_uploads as u using ended
    where u.project_id = ended.project_id and u.operation_id = ended.id`.execute(db)
}

export async function deleteOldOperations(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  await db.deleteFrom('operations').where('finished_at', '<', oldest).execute()
}
