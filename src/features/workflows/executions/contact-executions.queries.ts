// The executions of one contact, over all workflows.
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { COLUMNS } from './executions.queries.ts'
import type { ExecutionRow } from './execution-row.ts'
import type { ContactExecution } from './executions.schema.ts'

type ContactExecutionRow = ExecutionRow & {
  workflow_name: string
  step_type: string | null
  step_name: string | null
  step_since: Date | null
}

export const toContactExecution = (row: ContactExecutionRow): z.input<typeof ContactExecution> => ({
  id: row.id,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  version: row.version,
  status: row.status,
  step:
    row.step_id === null
      ? null
      : {
          id: row.step_id,
          type: row.step_type,
          name: row.step_name,
          since: row.step_since?.toISOString() ?? null,
        },
  exitReason: row.exit_reason,
  startedAt: row.started_at.toISOString(),
  wakeAt: row.wake_at?.toISOString() ?? null,
  completedAt: row.completed_at?.toISOString() ?? null,
})

type OfContact = { projectId: ProjectId; contactId: ContactId; status?: string | undefined }

const ofContact = ({ projectId, contactId, status }: OfContact) => sql`
  e.project_id = ${projectId} and e.contact_id = ${contactId}
  ${status === undefined ? sql`` : sql`and e.status = ${status}`}`

/** Newest first, by workflow_executions_by_contact. The steps of a version are read for the page only. */
export async function listContactExecutions(
  db: Db | Trx,
  { limit, before, ...query }: OfContact & { limit: number; before: string | undefined },
): Promise<Page<ContactExecutionRow>> {
  const after = before === undefined ? sql`` : sql`and e.id < ${before}::uuid`
  const { rows } = await sql<ContactExecutionRow>`
    with e as materialized (
      select e.* from workflow_executions as e where ${ofContact(query)} ${after} order by e.id desc limit ${limit + 1}
    )
    select ${COLUMNS}, w.name as workflow_name, step.type as step_type, step.name as step_name, step.since as step_since
    from e join workflows as w on w.project_id = e.project_id and w.id = e.workflow_id
    left join lateral (
      select one ->> 'type' as type, one ->> 'name' as name, (
        select h.started_at from workflow_history as h
        where h.project_id = e.project_id and h.execution_id = e.id and h.step_id = e.step_id order by h.visit desc limit 1
      ) as since
      from workflow_versions as v cross join lateral json_array_elements(v.steps) as one
      where v.project_id = e.project_id and v.workflow_id = e.workflow_id and v.version = e.version and one ->> 'id' = e.step_id
    ) as step on true
    order by e.id desc`.execute(db)
  return cutPage(rows, limit)
}

export const countContactExecutions = (
  db: Db | Trx,
  { projectId, contactId, status }: OfContact,
): Promise<number> =>
  countRows(db, sql`workflow_executions as e where ${ofContact({ projectId, contactId, status })}`)
