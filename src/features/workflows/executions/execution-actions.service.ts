// The actions of callers on executions: start, cancel one or all, retry, skip a wait.
import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId, readId } from '../../../platform/ids.ts'
import type { ContactId, ExecutionId, OperationId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import { findContact } from '../../contacts/index.ts'
import type { Filters } from '../../filters/index.ts'
import { advanceOperation, finishOperation, insertOperation, lockOperation } from '../../operations/index.ts'
import type { OperationRow } from '../../operations/index.ts'
import { canBeSkipped } from '../engine/advance.ts'
import { findWorkflow, holdWorkflows } from '../workflows.queries.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { requireWorkflow } from '../workflows.service.ts'
import { cancelExecutionsJob } from '../workflows.jobs.ts'
import { awaitedEventNames } from './start/event-names.ts'
import { hasEnded, toState } from './execution-row.ts'
import type { ExecutionRow } from './execution-row.ts'
import { findExecution } from './execution-list.queries.ts'
import type { ListedExecution } from './execution-list.queries.ts'
import { insertInputs, listDefinitions, lockExecution, updateExecutions } from './executions.queries.ts'
import type { ExecutionUpdate } from './executions.queries.ts'
import { refreshListenedNames } from '../triggers/listening.queries.ts'
import type { ExecutionStart } from './executions.schema.ts'
import { applyInputs } from './run/apply-inputs.ts'
import { startExecutions } from './start/start.service.ts'
import type { Entrant } from './start/start.queries.ts'
import {
  countActive,
  deleteExecution,
  invalidateClaims,
  lockActive,
  reopenExecution,
} from './execution-actions.queries.ts'

type StartInput = WorkflowRef & { given: z.output<typeof ExecutionStart>; filters: Filters; now: Date }

/** A contact that is held back gets an execution that was cancelled. @throws AppError unless the workflow is enabled and the contact may enter */
export async function startManually(
  db: Db | Trx,
  { given, filters, now, ...ref }: StartInput,
): Promise<ListedExecution> {
  const { projectId } = ref
  const contactId = readId<ContactId>(given.contactId)
  return inTransaction(db, async (trx) => {
    await requireWorkflow(trx, ref)
    const contact = contactId && (await findContact(trx, { projectId, contactId }))
    if (!contact) throw new AppError('CONTACT_NOT_FOUND')
    const executionId = newId<ExecutionId>(now)
    const event = given.data ? { name: 'workflow.manual', data: given.data } : null
    const entrant = { executionId, contactId, event, depth: 0 }
    await enterNow(trx, { ...ref, entrant, filters, isFailureRecorded: false, now })
    const row = await findExecution(trx, { ...ref, executionId })
    if (!row) throw entryDenied()
    return row
  })
}

const disabled = () =>
  new AppError('INVALID_STATE', {
    message: 'The workflow is disabled.',
    suggestion:
      'Enable it with PATCH /workflows/{id} {"enabled": true}, or try it with POST /workflows/{id}/simulate.',
  })

const entryDenied = () =>
  new AppError('INVALID_STATE', {
    message:
      'The contact cannot enter: it has entered the workflow before, or does not match the entry filters.',
    suggestion:
      'Check `entry` of the workflow; GET /workflows/{id}/executions?contactId=… lists earlier executions.',
  })

type ActionInput = WorkflowRef & { executionId: ExecutionId; now: Date }

/** @throws AppError unless it is active */
export async function cancelExecution(db: Db | Trx, { now, ...ref }: ActionInput): Promise<ListedExecution> {
  return inTransaction(db, async (trx) => {
    const row = await requireLocked(trx, ref)
    if (row.completed_at !== null) throw alreadyEnded(row)
    await endExecutions(trx, { ...ref, rows: [row], now })
    return requireFound(trx, ref)
  })
}

async function requireLocked(trx: Trx, ref: Omit<ActionInput, 'now'>): Promise<ExecutionRow> {
  const row = await lockExecution(trx, ref)
  if (row?.workflow_id === ref.workflowId) return row
  await requireWorkflow(trx, ref)
  throw unknownExecution()
}

async function requireFound(trx: Trx, ref: Omit<ActionInput, 'now'>): Promise<ListedExecution> {
  const row = await findExecution(trx, ref)
  if (!row) throw unknownExecution()
  return row
}

export const unknownExecution = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such execution of this workflow.' })

const alreadyEnded = ({ status }: ExecutionRow) =>
  new AppError('INVALID_STATE', { message: `The execution has already ended: it is ${status}.` })

const CANCELLED = 'Cancelled by a caller.'

async function endExecutions(
  trx: Trx,
  { projectId, rows, now }: Pick<WorkflowRef, 'projectId'> & { rows: readonly ExecutionRow[]; now: Date },
): Promise<void> {
  const inputs = [{ type: 'cancel' as const, reason: CANCELLED }]
  const saved = rows.map((row): ExecutionUpdate => {
    const { state, entries } = applyInputs({ row, definition: undefined, facts: undefined, inputs, now })
    return { row, state, entries, definition: undefined }
  })
  await invalidateClaims(trx, { projectId, ids: rows.map(({ id }) => id) })
  await updateExecutions(trx, { projectId, saved, now })
}

/** Retries the step at which it failed, and continues from there. @throws AppError unless it has failed */
export async function retryExecution(
  db: Db | Trx,
  { now, filters, ...ref }: ActionInput & { filters: Filters },
): Promise<ListedExecution> {
  const { projectId } = ref
  return inTransaction(db, async (trx) => {
    const row = await requireLocked(trx, ref)
    if (row.status !== 'FAILED') {
      throw new AppError('INVALID_STATE', {
        message: `Only a failed execution can be retried; this one is ${row.status}.`,
      })
    }
    if (row.step_id === null) {
      await enterAgain(trx, { ...ref, row, filters, now })
      return requireFound(trx, ref)
    }
    const wanted = [{ workflowId: row.workflow_id, version: row.version }]
    const [{ definition } = {}] = await listDefinitions(trx, { projectId, wanted })
    await reopenExecution(trx, {
      projectId,
      row,
      names: definition ? awaitedEventNames(definition) : [],
      now,
    })
    await refreshListenedNames(trx, { projectId })
    return requireFound(trx, ref)
  })
}

type RetryEntryInput = ActionInput & { row: ExecutionRow; filters: Filters }

/**
 * For an execution without a step, because the entry filters could not be evaluated. It starts in the current version, or
 * stays failed if they still cannot be. @throws AppError if the contact may not enter
 */
async function enterAgain(trx: Trx, { row, filters, now, ...ref }: RetryEntryInput): Promise<void> {
  const { executionId } = ref
  await deleteExecution(trx, ref)
  const entrant = { executionId, contactId: row.contact_id, event: row.event, depth: row.depth }
  await enterNow(trx, { ...ref, entrant, filters, isFailureRecorded: true, now })
  if (!(await findExecution(trx, ref))) throw entryDenied()
}

type EntryInput = WorkflowRef & { entrant: Entrant; filters: Filters; isFailureRecorded: boolean; now: Date }

/** @throws AppError unless the workflow is enabled */
async function enterNow(
  trx: Trx,
  { entrant, filters, isFailureRecorded, now, ...ref }: EntryInput,
): Promise<void> {
  const { projectId, workflowId } = ref
  const held = (await holdWorkflows(trx, { projectId, ids: [workflowId] })).get(workflowId)
  const workflow = held && (await findWorkflow(trx, { projectId, workflowId }))
  if (!workflow) throw new AppError('WORKFLOW_NOT_FOUND')
  if (!workflow.enabled) throw disabled()
  const { trigger, steps, entry, exit, goal, holdout, version } = workflow
  const definition = { trigger, steps, entry, exit, goal, holdout }
  await startExecutions(trx, {
    projectId,
    workflowId,
    version,
    definition,
    entrants: [entrant],
    filters,
    isFailureRecorded,
    isHoldoutRecorded: true,
    now,
  })
}

type SkipInput = ActionInput & { stepId: string | undefined }

/** Ends the wait at once, as if its time had come. @throws AppError unless the execution waits there */
export async function skipStep(db: Db | Trx, { now, stepId, ...ref }: SkipInput): Promise<ListedExecution> {
  const { projectId, executionId } = ref
  return inTransaction(db, async (trx) => {
    const row = await requireLocked(trx, ref)
    const wanted = [{ workflowId: row.workflow_id, version: row.version }]
    const [{ definition } = {}] = await listDefinitions(trx, { projectId, wanted })
    const step = definition?.steps.find(({ id }) => id === row.step_id)
    const isThere = (stepId ?? row.step_id) === row.step_id
    if (row.status !== 'WAITING' || !step || !canBeSkipped(step) || !isThere) throw notWaiting(row, stepId)
    const input = { type: 'skip' as const, visit: row.visit, at: now.getTime() }
    await insertInputs(trx, { projectId, inputs: [{ executionId, input }], now })
    return requireFound(trx, ref)
  })
}

const notWaiting = ({ status, step_id: at }: ExecutionRow, stepId: string | undefined) =>
  new AppError('INVALID_STATE', {
    message: `The execution does not wait ${stepId !== undefined ? `at the step ${stepId}` : 'for a time or an event'}: it is ${status}${at === null ? '' : ` at the step ${at}`}.`,
    suggestion: 'Only a DELAY or WAIT_FOR_EVENT step that is waiting can be skipped.',
  })

/** Cancels all active executions, in the background. */
export async function enqueueCancelAll(
  db: Db | Trx,
  { now, ...ref }: WorkflowRef & { now: Date },
): Promise<OperationRow> {
  const { projectId, workflowId } = ref
  const operationId = newId<OperationId>(now)
  return inTransaction(db, async (trx) => {
    await requireWorkflow(trx, ref)
    const total = await countActive(trx, ref)
    const type = 'workflows.cancel'
    const request = { workflowId }
    const row = await insertOperation(trx, { projectId, operationId, type, request, total, now })
    await enqueue(trx, cancelExecutionsJob, { payload: { projectId, workflowId, operationId } })
    return row
  })
}

// Some 100 ms.
const CANCEL_BATCH = 1_000

type CancelInput = WorkflowRef & { operationId: OperationId; signal: AbortSignal; now: () => Date }

export async function cancelAll(db: Db, { operationId, signal, now, ...ref }: CancelInput): Promise<Outcome> {
  const { projectId } = ref
  for (;;) {
    if (signal.aborted) return snooze(0)
    const count = await inTransaction(db, async (trx) => {
      const operation = await lockOperation(trx, { projectId, operationId })
      if (!operation || operation.finished_at !== null) return 0
      // Executions started after the request are not cancelled.
      const active = await lockActive(trx, { ...ref, limit: CANCEL_BATCH })
      const rows = active.filter((row) => row.started_at <= operation.created_at && !hasEnded(toState(row)))
      if (rows.length > 0) await endExecutions(trx, { projectId, rows, now: now() })
      await advanceOperation(trx, { projectId, operationId, done: rows.length, position: null })
      return rows.length
    })
    if (count === 0) break
  }
  await finishOperation(db, { projectId, operationId, status: 'DONE', now: now() })
  return done
}
