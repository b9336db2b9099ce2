import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Trx } from '../../platform/db/client.ts'
import { readCounter } from '../../platform/db/counters.ts'
import { countRows, cutPage } from '../../platform/db/page.ts'
import { isSearch, nameContains, recordOrder } from '../../platform/db/record-order.ts'
import type { RecordFilter, RecordListOptions } from '../../platform/db/record-order.ts'
import type { Page } from '../../platform/db/page.ts'
import type { ProjectId, WorkflowId } from '../../platform/ids.ts'
import { toGoalRecord } from '../goals/index.ts'
import type { Definition } from './definition.schema.ts'
import type { Workflow, WorkflowSummary } from './workflows.schema.ts'

export type WorkflowRef = { projectId: ProjectId; workflowId: WorkflowId }

export type WorkflowSummaryRow = {
  id: WorkflowId
  name: string
  description: string | null
  enabled: boolean
  version: number
  was_enabled: boolean
  trigger: Definition['trigger']
  step_count: number
  created_at: Date
  updated_at: Date
}
export type WorkflowRow = WorkflowSummaryRow & {
  steps: Definition['steps']
  entry: Definition['entry']
  exit: Definition['exit']
  goal: Definition['goal']
  holdout: Definition['holdout']
}

export function toSummary(row: WorkflowSummaryRow): z.input<typeof WorkflowSummary> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    enabled: row.enabled,
    version: row.version,
    trigger: row.trigger,
    stepCount: row.step_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export const toWorkflowGoalRecord = ({ whenReached, goTo, ...goal }: NonNullable<Definition['goal']>) => ({
  ...toGoalRecord(goal),
  whenReached,
  goTo: goTo ?? null,
})

export const toWorkflow = (row: WorkflowRow): z.input<typeof Workflow> => ({
  ...toSummary(row),
  steps: row.steps,
  entry: row.entry ?? null,
  exit: row.exit ?? null,
  goal: row.goal ? toWorkflowGoalRecord(row.goal) : null,
  holdout: row.holdout ?? null,
})

const SUMMARY = sql.raw(
  'w.id, w.name, w.description, w.enabled, w.version, v.was_enabled, v.trigger, v.step_count, w.created_at, w.updated_at',
)
const CURRENT = sql.raw(`workflows as w join workflow_versions as v
  on v.project_id = w.project_id and v.workflow_id = w.id and v.version = w.version`)

/** With the definition of its current version. */
export async function findWorkflow(
  db: Db | Trx,
  { projectId, workflowId }: WorkflowRef,
): Promise<WorkflowRow | undefined> {
  const { rows } = await sql<WorkflowRow>`
    select ${SUMMARY}, v.steps, v.entry, v.exit, v.goal, v.holdout from ${CURRENT}
    where w.project_id = ${projectId} and w.id = ${workflowId}`.execute(db)
  return rows[0]
}

/** Like findWorkflow, and locks the workflow against changes and deletion. */
export async function lockWorkflow(
  trx: Trx,
  { projectId, workflowId }: WorkflowRef,
): Promise<WorkflowRow | undefined> {
  await sql`select from workflows where project_id = ${projectId} and id = ${workflowId} for update`.execute(
    trx,
  )
  return findWorkflow(trx, { projectId, workflowId })
}

/** Locks these workflows against changes and deletion, shared with other holders. */
export async function holdWorkflows(
  trx: Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly WorkflowId[] },
): Promise<Map<WorkflowId, { enabled: boolean; version: number }>> {
  const { rows } = await sql<{ id: WorkflowId; enabled: boolean; version: number }>`
    select id, enabled, version from workflows
    where project_id = ${projectId} and id = any(${[...new Set(ids)]}::uuid[])
    order by id for key share`.execute(trx)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

export async function listWorkflows(
  db: Db | Trx,
  { projectId, filter, limit, before }: RecordListOptions,
): Promise<Page<WorkflowSummaryRow>> {
  const { orderBy, isAfter } = recordOrder('w', { sort: filter.sort, before })
  const { rows } = await sql<WorkflowSummaryRow>`
    select ${SUMMARY} from ${CURRENT}
    where w.project_id = ${projectId} and ${nameContains('w', filter)} and ${isAfter}
    order by ${orderBy} limit ${limit + 1}`.execute(db)
  return cutPage(rows, limit)
}

/** Exact; without a search from the counter. */
export async function countWorkflows(
  db: Db | Trx,
  { projectId, filter = {} }: { projectId: ProjectId; filter?: Pick<RecordFilter, 'search'> },
): Promise<number> {
  if (isSearch(filter)) {
    return countRows(
      db,
      sql`workflows as w where w.project_id = ${projectId} and ${nameContains('w', filter)}`,
    )
  }
  return (await readCounter(db, { projectId, counter: 'workflows' })).get('') ?? 0
}

type NewWorkflow = WorkflowRef & { name: string; description: string | null; now: Date }

export async function insertWorkflow(
  trx: Trx,
  { projectId, workflowId, name, description, now }: NewWorkflow,
): Promise<void> {
  await sql`
    insert into workflows (project_id, id, name, description, created_at, updated_at)
    values (${projectId}, ${workflowId}, ${name}, ${description}, ${now}, ${now})`.execute(trx)
}

type Change = WorkflowRef & {
  name: string
  description: string | null
  version: number
  enabled: boolean
  now: Date
}

export async function updateWorkflow(
  trx: Trx,
  { projectId, workflowId, name, description, version, enabled, now }: Change,
): Promise<void> {
  await sql`
    update workflows set name = ${name}, description = ${description}, version = ${version}, enabled = ${enabled},
      updated_at = ${now}
    where project_id = ${projectId} and id = ${workflowId}`.execute(trx)
}

type VersionInput = WorkflowRef & { version: number; definition: Definition; now: Date }

const json = (value: unknown) => sql`${(value ?? null) === null ? null : JSON.stringify(value)}::json`

/** Inserts or overwrites the version. Only for a version that has never been enabled. */
export async function upsertVersion(
  trx: Trx,
  { projectId, workflowId, version, definition, now }: VersionInput,
): Promise<void> {
  const { trigger, steps, entry, exit, goal, holdout } = definition
  await sql`
    insert into workflow_versions
      (project_id, workflow_id, version, trigger, steps, entry, exit, goal, holdout, step_count, created_at)
    values (${projectId}, ${workflowId}, ${version}, ${json(trigger)}, ${json(steps)}, ${json(entry)}, ${json(exit)},
      ${json(goal)}, ${json(holdout)}, ${steps.length}, ${now})
    on conflict (project_id, workflow_id, version) do update set
      trigger = excluded.trigger, steps = excluded.steps, entry = excluded.entry, exit = excluded.exit, goal = excluded.goal,
      holdout = excluded.holdout, step_count = excluded.step_count, created_at = excluded.created_at`.execute(
    trx,
  )
}

export async function hasActive(trx: Trx, { projectId, workflowId }: WorkflowRef): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from workflow_executions
      where project_id = ${projectId} and workflow_id = ${workflowId}
        and completed_at is null) as found`.execute(trx)
  return rows[0]?.found === true
}

/** Deletes the workflow with its versions. Returns whether it existed. */
export async function deleteWorkflow(db: Db | Trx, { projectId, workflowId }: WorkflowRef): Promise<boolean> {
  const { rows } = await sql`
    delete from workflows where project_id = ${projectId} and id = ${workflowId} returning id`.execute(db)
  return rows.length > 0
}

/** The workflows among these ids, for filters. Unknown ids are left out. */
export async function listWorkflowNames(
  db: Db | Trx,
  { projectId, ids }: { projectId: ProjectId; ids: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from workflows where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(db)
  return rows
}

export async function listWorkflowsDescribedAs(
  db: Db | Trx,
  { projectId, description }: { projectId: ProjectId; description: string },
): Promise<WorkflowId[]> {
  const rows = await db
    .selectFrom('workflows')
    .select('id')
    .where('project_id', '=', projectId)
    .where('description', '=', description)
    .execute()
  return rows.map(({ id }) => id as WorkflowId)
}
