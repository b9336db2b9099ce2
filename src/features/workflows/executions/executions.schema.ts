import { z } from 'zod'
import { jsonObjectUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { listFields, PageQuery, PathId } from '../../../platform/http/replies/paging.schema.ts'

export const ExecutionStatus = z.enum(['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'])

const summary = {
  id: z.string(),
  workflowId: z.string(),
  version: z.int().describe('The version of the workflow that it began with, and goes on with.'),
  contactId: z.string(),
  email: z.string().nullable().describe('Address of the contact; null once it is deleted.'),
  status: ExecutionStatus.describe(
    'RUNNING: under way. WAITING: for a time, an event or an answer. COMPLETED: came to the end. EXITED: left by a rule or an EXIT step. FAILED: a step could not be done, or filters could not be evaluated; it can be retried. CANCELLED: by a caller, or because the contact was deleted.',
  ),
  currentStepId: z
    .string()
    .nullable()
    .describe(
      'Where it stands, failed or left; null once it has completed, and if it failed before its first step.',
    ),
  exitReason: z.string().nullable().describe('Why it left, failed or was cancelled.'),
  startedAt: z.iso.datetime(),
  wakeAt: z.iso.datetime().nullable().describe('When it goes on at the latest.'),
  completedAt: z.iso.datetime().nullable().describe('When it ended, in whatever way.'),
}

const history = z.array(
  z.object({
    stepId: z.string(),
    type: z.string(),
    status: z.enum(['WAITING', 'COMPLETED', 'FAILED']),
    startedAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    output: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('What the step led to: the branch, the id of the email, the answer of a webhook.'),
    error: z.string().nullable(),
  }),
)

// All of most executions, and little enough for a page of a hundred: an entry may hold 4 kB, the answer of a webhook.
export const MOST_LISTED_HISTORY = 10

export const ExecutionSummary = z
  .object({
    ...summary,
    history: history.describe(
      `One entry per visit of a step, oldest first; the newest ${MOST_LISTED_HISTORY}. GET /workflows/{id}/executions/{eid} returns more.`,
    ),
  })
  .meta({ id: 'WorkflowExecutionSummary' })

export const Execution = z
  .object({
    ...summary,
    event: z
      .object({ name: z.string(), data: z.record(z.string(), z.unknown()) })
      .nullable()
      .describe('The event that started it; null for other triggers.'),
    history: history.describe('One entry per visit of a step, oldest first; the newest 1,000.'),
  })
  .meta({ id: 'WorkflowExecution' })

export const ExecutionList = z
  .object({
    executions: z.array(ExecutionSummary).describe('Without the event that started them.'),
    ...listFields,
  })
  .meta({ id: 'WorkflowExecutionList' })

export const ExecutionListQuery = PageQuery.extend({
  status: ExecutionStatus.optional().describe('Only executions with this status.'),
  contactId: PathId.optional().describe('Only executions of this contact.'),
})

// As much as an event may have.
const MOST_DATA_BYTES = 64 * 1_024

export const ExecutionStart = z
  .object({
    contactId: textUpTo(64).describe('Id of the contact that enters.'),
    data: jsonObjectUpTo(MOST_DATA_BYTES)
      .nullish()
      .describe('For conditions (event.data.<key>) and templates, like the data of an event. At most 64 kB.'),
  })
  .meta({ id: 'WorkflowExecutionStart' })

export const ExecutionSkipQuery = z.object({
  stepId: textUpTo(64)
    .optional()
    .describe('Skips only if the execution still waits at this step. Default: wherever it waits.'),
})

export const ExecutionParams = z.object({ id: PathId, eid: PathId })

const counts = {
  waiting: z.int().describe('Executions that stand there now.'),
  passed: z.int().describe('How often the step was completed, since the workflow was created.'),
  failed: z.int().describe('Executions that failed there and were not retried.'),
}

export const WorkflowStatistics = z
  .object({
    executions: z.record(ExecutionStatus, z.int()).describe('Number of executions by status.'),
    steps: z
      .array(z.object({ stepId: z.string(), type: z.string(), ...counts }))
      .describe('The steps of the current version, in their order.'),
  })
  .meta({ id: 'WorkflowStatistics' })
