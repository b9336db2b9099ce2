// Starts scheduled workflows: a due run goes through the contacts of the segment, or of the project, in batches. Each batch is
// one transaction that starts executions and saves its position, so a killed run continues there. A run that was missed
// because no node was running is made up for once. run-dates.service.ts has those that dates start.
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import { newId } from '../../../platform/ids.ts'
import type { ContactId, ExecutionId, SegmentId, WorkflowId } from '../../../platform/ids.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { LeasedWork } from '../../../platform/work/work-kinds.ts'
import type { ContactSegments } from '../../contacts/index.ts'
import type { Definition } from '../definition.schema.ts'
import { startExecutions } from '../executions/start/start.service.ts'
import { EXECUTIONS, SCHEDULES } from '../executions/work-tables.ts'
import { holdSchedule } from './hold-schedule.service.ts'
import type { HeldSchedule } from './hold-schedule.service.ts'
import { nextRun } from '../../../platform/time/next-run.ts'
import { beginLook, runLook, SCHEDULE_LEASE_MS } from './run-dates.service.ts'
import type { DateLook, LookTools } from './run-dates.service.ts'
import { deleteSchedule, findSchedulePosition, listNextContacts, updateSchedule } from './schedule.queries.ts'

export type ScheduleTools = LookTools & { segments: ContactSegments }

// Takes some 100 ms, during which the workflow cannot be changed.
const BATCH = 1_000

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** See platform/work. */
export const scheduleWork = (tools: ScheduleTools): LeasedWork<WorkflowId> => ({
  type: 'leased',
  name: 'workflow schedules',
  table: SCHEDULES,
  batchSize: 1,
  slots: 2,
  slotsPerProject: 1,
  leaseMs: SCHEDULE_LEASE_MS,
  wakes: [EXECUTIONS],
  async run(claims) {
    for (const claim of claims) {
      const look = await inTransaction(tools.database.db, (trx) => runBatch(trx, tools, claim))
      if (look) await runLook(tools, look)
    }
  },
})

/** Runs a batch of a schedule; returns the look of a workflow that dates start, which takes several transactions. */
async function runBatch(
  trx: Trx,
  tools: ScheduleTools,
  claim: Claim<WorkflowId>,
): Promise<DateLook | undefined> {
  const held = await holdSchedule(trx, { definitions: tools.definitions, claim })
  if (!held) return undefined
  const { trigger } = held.definition
  if (trigger.type === 'DATE') return beginLook(trx, { ...held, claim, trigger, now: tools.clock.now() })
  if (trigger.type !== 'SCHEDULE') await deleteSchedule(trx, held)
  else await startBatch(trx, { ...tools, ...held, schedule: trigger })
  return undefined
}

type ScheduleRun = ScheduleTools &
  HeldSchedule & { schedule: Extract<Definition['trigger'], { type: 'SCHEDULE' }> }

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
