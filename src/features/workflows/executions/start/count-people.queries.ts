import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import type { SegmentId } from '../../../../platform/ids.ts'
import { createContactSegments } from '../../../segments/index.ts'
import type { Filters } from '../../../filters/index.ts'
import type { Definition } from '../../definition.schema.ts'
import { answerEventConditions, dataMatches } from '../../engine/decide.ts'
import type { WorkflowRef } from '../../workflows.queries.ts'

/** The contacts with an active execution, by version. */
export async function countInside(
  db: Db | Trx,
  { projectId, workflowId }: WorkflowRef,
): Promise<{ version: number; people: number }[]> {
  const { rows } = await sql<{ version: number; people: number }>`
    select version, count(distinct contact_id) as people from workflow_executions
    where project_id = ${projectId} and workflow_id = ${workflowId} and completed_at is null
    group by version order by version`.execute(db)
  return rows
}

type ScheduledWorkflow = WorkflowRef & {
  definition: Definition
  trigger: Extract<Definition['trigger'], { type: 'SCHEDULE' }>
  filters: Filters
  now: Date
}

/** The contacts whom the next run of a schedule would start, as they are now; those held back are among them. */
export async function countEntrants(
  trx: Trx,
  { projectId, workflowId, definition: { entry }, trigger, filters, now }: ScheduledWorkflow,
): Promise<number> {
  const segmentId = trigger.segmentId as SegmentId | null | undefined
  const segments = createContactSegments(filters)
  const isInSegment = segmentId ? await segments.members(trx, { projectId, segmentId, now }) : sql`true`
  // A schedule has no event.
  const left = entry?.filters
    ? answerEventConditions(entry.filters, (leaf) => dataMatches([leaf], { data: {}, now: now.getTime() }))
    : true
  const isAllowed =
    typeof left === 'boolean'
      ? sql`${left}::boolean`
      : await filters.matching(trx, left, { projectId, now, field: 'entry.filters' })
  const reentry = entry?.reentry ?? 'once'
  const stillCounts = reentry === 'afterExit' ? sql`and n.execution_id is not null` : sql``
  const hasEntered =
    reentry === 'always'
      ? sql`false`
      : sql`exists (select from workflow_entries as n where n.project_id = ${projectId}
          and n.workflow_id = ${workflowId} and n.contact_id = contacts.id ${stillCounts})`
  const run = async (within: Trx) => {
    const { rows } = await sql<{ people: number }>`
      select count(*) as people from contacts
      where project_id = ${projectId} and (${isInSegment}) and (${isAllowed}) and not ${hasEntered}`.execute(
      within,
    )
    return rows[0]?.people ?? 0
  }
  return filters.run(trx, { projectId, run })
}
