import type { z } from 'zod'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import { copyName } from '../../platform/text/copy-name.ts'
import { AppError, invalidFields } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { ProjectId, WorkflowId } from '../../platform/ids.ts'
import type { HttpClient } from '../../platform/outgoing/http-client.ts'
import type { ThreadPool } from '../../platform/threads/thread-pool.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { HOLDOUT_NEEDS_GOAL } from '../goals/holdouts/holdouts.schema.ts'
import { removeGoal } from '../goals/index.ts'
import { deleteUses } from '../uses/index.ts'
import { checkRecords } from './check-records.service.ts'
import { lacksGoalStep } from './definition.schema.ts'
import type { Definition } from './definition.schema.ts'
import { withBodies } from './step-bodies.service.ts'
import { activateWorkflow, deactivateWorkflow } from './triggers/enable.service.ts'
import { refreshListenedNames } from './triggers/listening.queries.ts'
import { forgetWorkflowJob } from './workflows.jobs.ts'
import {
  deleteWorkflow,
  findWorkflow,
  hasActive,
  insertWorkflow,
  lockWorkflow,
  updateWorkflow,
  upsertVersion,
} from './workflows.queries.ts'
import type { WorkflowRef, WorkflowRow } from './workflows.queries.ts'
import { lacksHoldoutGoal, toDefinition } from './workflows.schema.ts'
import type { WorkflowCreate, WorkflowPatch } from './workflows.schema.ts'

type Author = { projectId: ProjectId; threads: ThreadPool; http: Pick<HttpClient, 'check'>; now: Date }

export async function createWorkflow(
  late: LateDb,
  { projectId, threads, http, now, given }: Author & { given: z.output<typeof WorkflowCreate> },
): Promise<WorkflowRow> {
  const written = toDefinition(given)
  const definition = { ...written, steps: await withBodies(late.db, { projectId, steps: written.steps }) }
  requireGoalStep(definition)
  await checkRecords(late.db, { projectId, definition, threads, http })
  const { name, description = null, enabled } = given
  const isEnabled = enabled ?? false
  return insertNew(await late.begin(), { projectId, now, name, description, definition, isEnabled })
}

type NewWorkflow = {
  projectId: ProjectId
  now: Date
  name: string
  description: string | null
  definition: Definition
  isEnabled: boolean
}

async function insertNew(
  db: Db | Trx,
  { projectId, now, name, description, definition, isEnabled }: NewWorkflow,
): Promise<WorkflowRow> {
  const ref = { projectId, workflowId: newId<WorkflowId>(now) }
  return inTransaction(db, async (trx) => {
    await insertWorkflow(trx, { ...ref, name, description, now })
    await upsertVersion(trx, { ...ref, version: 1, definition, now })
    if (isEnabled) {
      await updateWorkflow(trx, { ...ref, name, description, version: 1, enabled: true, now })
      await activateWorkflow(trx, { ...ref, version: 1, definition, now })
    }
    return requireWorkflow(trx, ref)
  })
}

/** @throws AppError if there is no such workflow */
export async function requireWorkflow(db: Db | Trx, ref: WorkflowRef): Promise<WorkflowRow> {
  const row = await findWorkflow(db, ref)
  if (!row) throw new AppError('WORKFLOW_NOT_FOUND')
  return row
}

type Change = Author & WorkflowRef & { given: z.output<typeof WorkflowPatch> }

/** Keeps the fields that are not given. Parts of the definition are independent, so only the given ones are checked. */
export async function changeWorkflow(
  late: LateDb,
  { projectId, workflowId, threads, http, now, given: written }: Change,
): Promise<WorkflowRow> {
  const ref = { projectId, workflowId }
  const before = await requireWorkflow(late.db, ref)
  const steps =
    written.steps && (await withBodies(late.db, { projectId, steps: written.steps, before: before.steps }))
  const given = { ...written, ...(steps && { steps }) }
  await checkRecords(late.db, { projectId, definition: patchedParts(given, before), threads, http })
  return inTransaction(await late.begin(), async (trx) => {
    const row = await lockWorkflow(trx, ref)
    if (!row) throw new AppError('WORKFLOW_NOT_FOUND')
    checkUnchanged(row, given)
    const isSaved = isDefinitionGiven(given)
    const version = isSaved && row.was_enabled ? row.version + 1 : row.version
    const definition = mergedDefinition(row, given)
    requireGoalStep(definition)
    requireHoldoutGoal(definition)
    if (isSaved) await upsertVersion(trx, { ...ref, version, definition, now })
    const { name = row.name, description = row.description, enabled = row.enabled } = given
    await updateWorkflow(trx, { ...ref, name, description, version, enabled, now })
    if (enabled && (isSaved || !row.enabled)) {
      const before = row.enabled ? row.trigger : undefined
      await activateWorkflow(trx, { ...ref, version, definition, before, now })
    } else if (!enabled && row.enabled) await deactivateWorkflow(trx, { ...ref, now })
    return requireWorkflow(trx, ref)
  })
}

type Patch = z.output<typeof WorkflowPatch>

/** @throws AppError if the goal moves contacts to a step that is not there */
function requireGoalStep(definition: Definition): void {
  if (!lacksGoalStep(definition)) return
  const known = definition.steps.map(({ id }) => id).slice(0, MOST_NAMED_STEPS)
  const message = `names no step of the workflow. Its steps: ${known.join(', ')}`
  throw invalidFields({ field: 'goal.goTo', message, code: 'custom' })
}

/** @throws AppError if contacts are held back without a goal to compare them by */
function requireHoldoutGoal(definition: Definition): void {
  if (!lacksHoldoutGoal(definition)) return
  throw invalidFields({ field: 'goal', message: HOLDOUT_NEEDS_GOAL, code: 'required' })
}

/** @throws AppError if the workflow was saved since the caller read it */
function checkUnchanged({ updated_at: savedAt }: WorkflowRow, { ifUpdatedAt }: Patch): void {
  if (ifUpdatedAt === undefined || ifUpdatedAt.getTime() === savedAt.getTime()) return
  throw new AppError('CONFLICT', {
    message: `The workflow was saved at ${savedAt.toISOString()}, not at ${ifUpdatedAt.toISOString()}: somebody else has changed it.`,
    suggestion: 'Read the workflow again, and repeat your change on its current version.',
  })
}

const isDefinitionGiven = ({ trigger, eventName, steps, entry, exit, goal, holdout }: Patch) =>
  [trigger, eventName, steps, entry, exit, goal, holdout].some((part) => part !== undefined)

function mergedDefinition(row: WorkflowRow, given: Patch): Definition {
  const { trigger, eventName, steps, entry, exit, goal, holdout } = given
  const short = eventName === undefined ? undefined : ({ type: 'EVENT', event: eventName } as const)
  return {
    trigger: trigger ?? short ?? row.trigger,
    steps: steps ?? row.steps,
    entry: entry === undefined ? row.entry : entry,
    exit: exit === undefined ? row.exit : exit,
    goal: goal === undefined ? row.goal : goal,
    holdout: holdout === undefined ? row.holdout : holdout,
  }
}

/** A definition of the given parts only: a deleted template must not prevent a change of the name. */
function patchedParts(given: Patch, row: WorkflowRow): Definition {
  const { trigger } = mergedDefinition(row, given)
  const isTriggerGiven = (given.trigger ?? given.eventName) !== undefined
  return {
    trigger: isTriggerGiven ? trigger : { type: 'MANUAL' },
    steps: given.steps ?? [],
    entry: given.entry,
    exit: given.exit,
  }
}

// Few enough to read in an error.
const MOST_NAMED_STEPS = 20

// As in workflows.schema.ts.
const LONGEST_NAME = 100

/** Inserts a disabled workflow with the same definition. */
export async function duplicateWorkflow(
  db: Db | Trx,
  { now, ...ref }: WorkflowRef & { now: Date },
): Promise<WorkflowRow> {
  const original = await requireWorkflow(db, ref)
  const { trigger, steps, entry, exit, goal, holdout, description } = original
  const name = copyName(original.name, LONGEST_NAME)
  const definition = { trigger, steps, entry, exit, goal, holdout }
  return insertNew(db, { projectId: ref.projectId, now, name, description, definition, isEnabled: false })
}

type RemoveInput = WorkflowRef & { isCancelling: boolean }

/** @throws AppError while it has active executions, unless they are to be cancelled */
export async function removeWorkflow(db: Db | Trx, { isCancelling, ...ref }: RemoveInput): Promise<void> {
  const { projectId, workflowId } = ref
  await inTransaction(db, async (trx) => {
    if (!(await lockWorkflow(trx, ref))) throw new AppError('WORKFLOW_NOT_FOUND')
    if (!isCancelling && (await hasActive(trx, ref))) {
      throw new AppError('RESOURCE_IN_USE', {
        message: 'The workflow has active executions.',
        suggestion: 'Wait until they end, cancel them, or delete the workflow with ?cancel=true.',
      })
    }
    await deleteUses(trx, { projectId, user: { kind: 'workflow', id: workflowId } })
    await removeGoal(trx, { projectId, ownerId: workflowId })
    await deleteWorkflow(trx, ref)
    await refreshListenedNames(trx, { projectId })
    await enqueue(trx, forgetWorkflowJob, { payload: { projectId, workflowId } })
  })
}
