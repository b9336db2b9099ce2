import { z } from 'zod'
import { jsonObjectUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { addressSearch, listFields, PageQuery, PathId } from '../../../platform/http/replies/paging.schema.ts'
import { emailFigures, Rate } from '../../emails/email-figures.schema.ts'
import { goalFigures } from '../../goals/goals.schema.ts'
import { HoldoutResult } from '../../goals/holdouts/holdouts.schema.ts'
import { EXECUTION_STATUSES } from './executions.values.ts'

export const ExecutionStatus = z.enum(EXECUTION_STATUSES)

const summary = {
  id: z.string(),
  workflowId: z.string(),
  version: z.int().describe('Version of the workflow that the execution began with and finishes in.'),
  contactId: z.string(),
  email: z.string().nullable().describe('Address of the contact; null if the contact was deleted.'),
  status: ExecutionStatus.describe(
    'RUNNING: in progress. WAITING: for a time, an event or an answer. COMPLETED: reached the end. EXITED: left by an exit rule or an EXIT step. FAILED: a step could not be done, or filters could not be evaluated; it can be retried. CANCELLED: by a caller, or because the contact was deleted.',
  ),
  currentStepId: z
    .string()
    .nullable()
    .describe(
      'The step at which it is, failed or left; null if it has completed, or failed before its first step.',
    ),
  exitReason: z.string().nullable().describe('Why it left, failed or was cancelled.'),
  startedAt: z.iso.datetime(),
  wakeAt: z.iso.datetime().nullable().describe('When it continues at the latest.'),
  completedAt: z.iso.datetime().nullable().describe('When it ended, with any status.'),
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
      .describe('Result of the step: the branch, the id of the email, the answer of a webhook.'),
    error: z.string().nullable(),
  }),
)

// The whole history of most executions, and small enough for a page of a hundred: an entry may hold 4 kB, the answer of a
// webhook.
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
      .describe('The event that started it, or the date as workflow.date; null for other triggers.'),
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
  contactId: PathId.brand<'contact'>().optional().describe('Only executions of this contact.'),
  search: addressSearch.describe('Part of the address of the contact; case-insensitive.'),
})

const { id, workflowId, version, status, exitReason, startedAt, wakeAt, completedAt } = summary

export const ContactExecution = z
  .object({
    id,
    workflowId,
    workflowName: z.string(),
    version,
    status,
    step: z
      .object({
        id: z.string(),
        type: z.string().nullable(),
        name: z.string().nullable().describe('null: the step has no name of its own.'),
        since: z.iso.datetime().nullable().describe('When the execution came to the step.'),
      })
      .nullable()
      .describe(
        'The step at which it is, failed or left; null if it has completed, or failed before its first step.',
      ),
    exitReason,
    startedAt,
    wakeAt,
    completedAt,
  })
  .meta({ id: 'ContactExecution' })

export const ContactExecutionList = z
  .object({ executions: z.array(ContactExecution), ...listFields })
  .meta({ id: 'ContactExecutionList' })

export const ContactExecutionsQuery = PageQuery.extend({
  status: ExecutionStatus.optional().describe('Only executions with this status.'),
})

// The limit of an event's data.
const MOST_DATA_BYTES = 64 * 1_024

export const ExecutionStart = z
  .object({
    contactId: textUpTo(64).describe('Id of the contact that enters.'),
    data: jsonObjectUpTo(MOST_DATA_BYTES)
      .nullish()
      .describe(
        'Data for conditions (event.data.<key>) and templates, like that of an event. At most 64 kB.',
      ),
  })
  .meta({ id: 'WorkflowExecutionStart' })

export const ExecutionSkipQuery = z.object({
  stepId: textUpTo(64)
    .optional()
    .describe('Skips only if the execution still waits at this step. Default: the current step.'),
})

export const ExecutionParams = z.object({
  id: PathId.brand<'workflow'>(),
  eid: PathId.brand<'execution'>(),
})

const counts = {
  waiting: z.int().describe('Executions that are at the step now.'),
  passed: z.int().describe('How often the step was completed since the workflow was created.'),
  failed: z.int().describe('Executions that failed at the step and were not retried.'),
  left: z
    .int()
    .describe(
      'Executions that ended at the step before the end of the workflow: by an exit rule, an EXIT step or a cancellation.',
    ),
  email: z
    .object({
      ...emailFigures,
      openRate: Rate.describe('opened / delivered'),
      clickRate: Rate.describe('clicked / delivered'),
      ...goalFigures,
      conversions: z
        .int()
        .describe('Emails that were the last of the workflow before the contact reached its goal.'),
    })
    .nullable()
    .describe('The results of the emails of a SEND_EMAIL step; null for other steps.'),
}

export const WorkflowStatistics = z
  .object({
    executions: z.record(ExecutionStatus, z.int()).describe('Number of executions by status.'),
    goal: z
      .object({ event: z.string(), ...goalFigures })
      .nullable()
      .describe('With a goal: how many executions reached it.'),
    holdout: HoldoutResult.nullable().describe(
      'With a holdout: how those held back compare with all others who entered. Each contact counts once, within the window after it first entered.',
    ),
    emails: z
      .object({
        held: z
          .int()
          .describe('Emails that the frequency cap or the quiet hours of the project hold at the moment.'),
        dropped: z
          .int()
          .describe('Emails that the frequency cap held for too long, since the workflow was created.'),
      })
      .describe('Marketing email of the workflow that was not sent when its step ran.'),
    steps: z
      .array(z.object({ stepId: z.string(), type: z.string(), ...counts }))
      .describe('The steps of the current version, in their order.'),
  })
  .meta({ id: 'WorkflowStatistics' })
