import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, cutPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { Definition } from '../definition.schema.ts'
import { toWorkflowGoalRecord } from '../workflows.queries.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import type { WorkflowVersion, WorkflowVersionSummary } from './versions.schema.ts'

export type VersionSummaryRow = {
  version: number
  trigger: Definition['trigger']
  step_count: number
  active: number
  created_at: Date
}
export type VersionRow = VersionSummaryRow & Pick<Definition, 'steps' | 'entry' | 'exit' | 'goal' | 'holdout'>

export const toVersionSummary = (row: VersionSummaryRow): z.input<typeof WorkflowVersionSummary> => ({
  version: row.version,
  trigger: row.trigger,
  stepCount: row.step_count,
  active: row.active,
  createdAt: row.created_at.toISOString(),
})

export const toVersion = (row: VersionRow): z.input<typeof WorkflowVersion> => ({
  ...toVersionSummary(row),
  steps: row.steps,
  entry: row.entry ?? null,
  exit: row.exit ?? null,
  goal: row.goal ? toWorkflowGoalRecord(row.goal) : null,
  holdout: row.holdout ?? null,
})

// The count reads the index of active executions only (workflow_executions_active).
const SUMMARY = sql`v.version, v.trigger, v.step_count, v.created_at, (
  select count(*) from workflow_executions as e
  where e.project_id = v.project_id and e.workflow_id = v.workflow_id and e.version = v.version
    and e.completed_at is null
) as active`

/** Newest first. */
export async function listVersions(
  db: Db | Trx,
  { projectId, workflowId, limit, before }: WorkflowRef & { limit: number; before: string | undefined },
): Promise<Page<VersionSummaryRow>> {
  const after = before === undefined ? sql`` : sql`and v.version < ${before}::int`
  const { rows } = await sql<VersionSummaryRow>`
    select ${SUMMARY} from workflow_versions as v
    where v.project_id = ${projectId} and v.workflow_id = ${workflowId} ${after}
    order by v.version desc limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** Zero when there is no such workflow: every workflow has a version. */
export const countVersions = (db: Db | Trx, { projectId, workflowId }: WorkflowRef): Promise<number> =>
  countRows(db, sql`workflow_versions where project_id = ${projectId} and workflow_id = ${workflowId}`)

export async function findVersion(
  db: Db | Trx,
  { projectId, workflowId, version }: WorkflowRef & { version: number },
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select ${SUMMARY}, v.steps, v.entry, v.exit, v.goal, v.holdout from workflow_versions as v
    where v.project_id = ${projectId} and v.workflow_id = ${workflowId}
      and v.version = ${version}`.execute(db)
  return rows[0]
}
