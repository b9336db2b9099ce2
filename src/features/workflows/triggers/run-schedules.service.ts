// Starts scheduled workflows: a due run goes through the contacts of the segment, or of the project, in batches. Each batch is
// one transaction that starts executions and saves its position, so a killed run continues there. A run that was missed
// because no node was running is made up for once.
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, ExecutionId, SegmentId, WorkflowId } from '../../../platform/ids.ts'
import { lockClaims } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../../platform/work/work-kinds.ts'
import type { ContactSegments } from '../../contacts/index.ts'
import type { Filters } from '../../filters/index.ts'
import type { Definition } from '../definition.schema.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import { startExecutions } from '../executions/start/start.service.ts'
import { EXECUTIONS, SCHEDULES } from '../executions/work-tables.ts'
import { holdWorkflows } from '../workflows.queries.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { nextRun } from '../../../platform/time/next-run.ts'
import { deleteSchedule, findSchedulePosition, listNextContacts, updateSchedule } from './schedule.queries.ts'

export type ScheduleTools = Pick<Deps, 'database' | 'clock' | 'log'> & {
  filters: Filters
  segments: ContactSegments
  definitions: Definitions
}

// Takes some 100 ms, during which the workflow cannot be changed.
const BATCH = 1_000

const LEASE_MS = 60_000

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** See platform/work. */
export const scheduleWork = (tools: ScheduleTools): LeasedWork<WorkflowId> => ({
  type: 'leased',
  name: 'workflow schedules',
  table: SCHEDULES,
  batchSize: 1,
  slots: 2,
  slotsPerProject: 1,
  leaseMs: LEASE_MS,
  wakes: [EXECUTIONS],
  async run(claims) {
    for (const claim of claims) await inTransaction(tools.database.db, (trx) => runBatch(trx, tools, claim))
  },
})

async function runBatch(trx: Trx, tools: ScheduleTools, claim: Claim<WorkflowId>): Promise<void> {
  const { projectId } = claim
  const ref = { projectId, workflowId: claim.id }
  const workflow = (await holdWorkflows(trx, { projectId, ids: [ref.workflowId] })).get(ref.workflowId)
  const [held] = await lockClaims(trx, { table: SCHEDULES, claims: [claim] })
  if (!held) return
  const version = { workflowId: ref.workflowId, version: workflow?.version ?? 0 }
  const [definition] = await tools.definitions.load(trx, { projectId, wanted: [version] })
  if (!workflow?.enabled || definition?.trigger.type !== 'SCHEDULE') return deleteSchedule(trx, ref)
  await startBatch(trx, { ...tools, ...ref, ...version, definition, schedule: definition.trigger })
}

type ScheduleRun = ScheduleTools &
  WorkflowRef & {
    version: number
    definition: Definition
    schedule: Extract<Definition['trigger'], { type: 'SCHEDULE' }>
  }

async function startBatch(trx: Trx, run: ScheduleRun): Promise<void> {
  const { projectId, workflowId, version, definition, schedule, filters, segments, clock } = run
  const ref = { projectId, workflowId }
  const now = clock.now()
  const segmentId = schedule.segmentId as SegmentId | null | undefined
  const matching = segmentId ? await segments.members(trx, { projectId, segmentId, now }) : sql`true`
  const after = (await findSchedulePosition(trx, ref)) ?? NO_ID
  const contacts = await listNextContacts(trx, { projectId, after, limit: BATCH, matching })
  const chosen = contacts.filter(({ isIn }) => isIn).map(({ id }) => id)
  if (chosen.length > 0) {
    const entrants = chosen.map((contactId: ContactId) => ({
      executionId: newId<ExecutionId>(now),
      contactId,
      event: null,
      depth: 0,
    }))
    await startExecutions(trx, { ...ref, version, definition, entrants, filters, now })
  }
  const isOver = contacts.length < BATCH
  const position = isOver ? null : (contacts.at(-1)?.id ?? null)
  await updateSchedule(trx, { ...ref, position, dueAt: isOver ? nextRun(schedule, now) : now })
}
