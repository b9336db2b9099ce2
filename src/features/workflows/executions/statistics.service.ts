import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { readNamedCounter } from '../../../platform/db/counters.ts'
import { countHeldOfWorkflow } from '../../delivery/index.ts'
import { figuresOf, share, sumIn } from '../../emails/index.ts'
import { findHoldoutSince, goalFiguresOf, holdoutResultOf, readGoalCounts } from '../../goals/index.ts'
import type { GoalCounts } from '../../goals/index.ts'
import type { WorkflowRef, WorkflowRow } from '../workflows.queries.ts'
import { requireWorkflow } from '../workflows.service.ts'
import { countByStatus, countBySteps } from './execution-list.queries.ts'
import { ExecutionStatus } from './executions.schema.ts'
import type { WorkflowStatistics } from './executions.schema.ts'

/** @throws AppError if there is no such workflow */
export async function readStatistics(
  db: Db | Trx,
  { now, ...ref }: WorkflowRef & { now: Date },
): Promise<z.input<typeof WorkflowStatistics>> {
  const workflow = await requireWorkflow(db, ref)
  const { steps, goal } = workflow
  const byStatus = await countByStatus(db, ref)
  const bySteps = await countBySteps(db, ref)
  const executions = Object.fromEntries(
    ExecutionStatus.options.map((status) => [status, byStatus.get(status) ?? 0]),
  ) as z.input<typeof WorkflowStatistics>['executions']
  const emails = await readNamedCounter(db, {
    projectId: ref.projectId,
    counter: 'workflow_emails',
    name: ref.workflowId,
  })
  const goalCounts = await readGoalCounts(db, { projectId: ref.projectId, ownerId: ref.workflowId })
  return {
    executions,
    goal: goal ? { event: goal.event, ...goalFiguresOf(goalCounts) } : null,
    holdout: await readHoldout(db, { ...ref, workflow, counts: goalCounts, now }),
    emails: { held: await countHeldOfWorkflow(db, ref), dropped: emails.get('dropped') ?? 0 },
    steps: steps.map(({ id, type }) => ({
      stepId: id,
      type,
      waiting: bySteps.get(`${id} waiting`) ?? 0,
      passed: bySteps.get(`${id} passed`) ?? 0,
      failed: bySteps.get(`${id} failed`) ?? 0,
      left: bySteps.get(`${id} left`) ?? 0,
      email: type === 'SEND_EMAIL' ? emailFiguresOf(id, { emails, goalCounts }) : null,
    })),
  }
}

type HoldoutQuery = WorkflowRef & {
  workflow: Pick<WorkflowRow, 'goal' | 'holdout'>
  counts: GoalCounts
  now: Date
}

/** Contacts enter all the time, so the comparison has no end, and is wide enough to be read on any day. */
async function readHoldout(
  db: Db | Trx,
  { projectId, workflowId: ownerId, workflow: { goal, holdout }, counts, now }: HoldoutQuery,
): Promise<z.input<typeof WorkflowStatistics>['holdout']> {
  if (!goal || !holdout) return null
  const since = await findHoldoutSince(db, { projectId, ownerId })
  return holdoutResultOf({ holdout, goal, counts, since, windowFrom: since, now, reading: 'anyDay' })
}

type StepCounts = { emails: ReadonlyMap<string, number>; goalCounts: GoalCounts }

function emailFiguresOf(stepId: string, { emails, goalCounts }: StepCounts) {
  const part = `${stepId} `
  const { dropped: _, ...figures } = figuresOf(sumIn(emails, part))
  const { opened, clicked, delivered } = figures
  const rates = { openRate: share(opened, delivered), clickRate: share(clicked, delivered) }
  return { ...figures, ...rates, ...goalFiguresOf(goalCounts, part) }
}
