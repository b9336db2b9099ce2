// Starts scheduled workflows: when the time comes, goes through the contacts of the segment, or of the project, in batches.
// Each batch is one transaction that starts executions and notes how far it came, so a killed run goes on where it was. A
// time that was missed because no node was running is made up for once.
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, ExecutionId, SegmentId, WorkflowId } from '../../../platform/ids.ts'
import { holdClaims } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { WorkKind } from '../../../platform/work/work-loop.ts'
import type { ContactSegments } from '../../contacts/index.ts'
import type { Filters } from '../../filters/index.ts'
import type { Definition } from '../definition.schema.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import { startExecutions } from '../executions/start/start.service.ts'
import { holdWorkflows } from '../workflows.queries.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { nextRun } from './next-run.ts'
import { clearSchedule, findPosition, listNextContacts, moveSchedule, SCHEDULES } from './schedule.queries.ts'

export type ScheduleTools = Pick<Deps, 'database' | 'clock' | 'log'> & {
  filters: Filters
  segments: ContactSegments
  definitions: Definitions
}

// Some 100 ms, for which nobody can change the workflow.
const BATCH = 1_000

const LEASE_MS = 60_000

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** How schedules are run: see platform/work. */
export const scheduleWork = (tools: ScheduleTools): WorkKind => ({
  name: 'workflow schedules',
  table: SCHEDULES,
  batchSize: 1,
  slots: 2,
  slotsPerProject: 1,
  leaseMs: LEASE_MS,
  async run(claims) {
    for (const claim of claims) await inTransaction(tools.database.db, (trx) => runBatch(trx, tools, claim))
  },
})

async function runBatch(trx: Trx, tools: ScheduleTools, claim: Claim): Promise<void> {
  const { projectId } = claim
  const ref = { projectId, workflowId: claim.id as WorkflowId }
  const workflow = (await holdWorkflows(trx, { projectId, ids: [ref.workflowId] })).get(ref.workflowId)
  const [held] = await holdClaims(trx, { table: SCHEDULES, claims: [claim] })
  if (!held) return
  const version = { workflowId: ref.workflowId, version: workflow?.version ?? 0 }
  const [definition] = await tools.definitions.load(trx, { projectId, wanted: [version] })
  if (!workflow?.enabled || definition?.trigger.type !== 'SCHEDULE') return clearSchedule(trx, ref)
  await startNext(trx, { ...tools, ...ref, ...version, definition, schedule: definition.trigger })
}

type Running = ScheduleTools &
  WorkflowRef & {
    version: number
    definition: Definition
    schedule: Extract<Definition['trigger'], { type: 'SCHEDULE' }>
  }

async function startNext(trx: Trx, running: Running): Promise<void> {
  const { projectId, workflowId, version, definition, schedule, filters, segments, clock } = running
  const ref = { projectId, workflowId }
  const now = clock.now()
  const segmentId = schedule.segmentId as SegmentId | null | undefined
  const matching = segmentId ? await segments.members(trx, { projectId, segmentId, now }) : sql`true`
  const after = (await findPosition(trx, ref)) ?? NO_ID
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
  await moveSchedule(trx, { ...ref, position, dueAt: isOver ? nextRun(schedule, now) : now })
}
