import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { readNamedCounter } from '../../../platform/db/counters.ts'
import { countHeldOfWorkflow } from '../../delivery/index.ts'
import { figuresOf, share, sumIn } from '../../emails/index.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { requireWorkflow } from '../workflows.service.ts'
import { countByStatus, countBySteps } from './execution-list.queries.ts'
import { ExecutionStatus } from './executions.schema.ts'
import type { WorkflowStatistics } from './executions.schema.ts'

/** @throws AppError if there is no such workflow */
export async function readStatistics(
  db: Db | Trx,
  ref: WorkflowRef,
): Promise<z.input<typeof WorkflowStatistics>> {
  const { steps } = await requireWorkflow(db, ref)
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
  return {
    executions,
    emails: { held: await countHeldOfWorkflow(db, ref), dropped: emails.get('dropped') ?? 0 },
    steps: steps.map(({ id, type }) => ({
      stepId: id,
      type,
      waiting: bySteps.get(`${id} waiting`) ?? 0,
      passed: bySteps.get(`${id} passed`) ?? 0,
      failed: bySteps.get(`${id} failed`) ?? 0,
      left: bySteps.get(`${id} left`) ?? 0,
      email: type === 'SEND_EMAIL' ? emailFiguresOf(emails, id) : null,
    })),
  }
}

function emailFiguresOf(counts: ReadonlyMap<string, number>, stepId: string) {
  const { dropped: _, ...figures } = figuresOf(sumIn(counts, `${stepId} `))
  const { opened, clicked, delivered } = figures
  return { ...figures, openRate: share(opened, delivered), clickRate: share(clicked, delivered) }
}
