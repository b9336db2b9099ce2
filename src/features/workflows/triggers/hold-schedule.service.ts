import type { Trx } from '../../../platform/db/client.ts'
import type { WorkflowId } from '../../../platform/ids.ts'
import { lockClaims } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import type { Definition } from '../definition.schema.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import { SCHEDULES } from '../executions/work-tables.ts'
import { holdWorkflows } from '../workflows.queries.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { deleteSchedule } from './schedule.queries.ts'

export type HeldSchedule = WorkflowRef & { version: number; definition: Definition }

/** Holds the workflow and the row of its schedule until the transaction ends. Undefined if another worker has claimed the row. */
export async function holdSchedule(
  trx: Trx,
  { definitions, claim }: { definitions: Definitions; claim: Claim<WorkflowId> },
): Promise<HeldSchedule | undefined> {
  const { projectId, id: workflowId } = claim
  const workflow = (await holdWorkflows(trx, { projectId, ids: [workflowId] })).get(workflowId)
  const [held] = await lockClaims(trx, { table: SCHEDULES, claims: [claim] })
  if (!held) return undefined
  const version = workflow?.version ?? 0
  const [definition] = await definitions.load(trx, { projectId, wanted: [{ workflowId, version }] })
  if (workflow?.enabled && definition) return { projectId, workflowId, version, definition }
  await deleteSchedule(trx, { projectId, workflowId })
  return undefined
}
