import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/client.ts'
import { goalCandidates } from '../../goals/index.ts'
import type { Exposure, FindExposures } from '../../goals/index.ts'

/**
 * The last execution that began in the window before the event, which counts for the workflow, and the last email of the workflow
 * in the window, which counts for its step. Executions that could not be started do not count: they have no step.
 */
export const findWorkflowExposures: FindExposures = async (
  trx: Trx,
  { projectId, candidates },
): Promise<Exposure[]> => {
  const { rows } = await sql<Exposure>`
    with given as materialized (select * from ${goalCandidates(candidates)} as g)
    select g.candidate, x.id as "subjectId", array[''] as parts from given as g cross join lateral (
      select id from workflow_executions as w
      where w.project_id = ${projectId} and w.contact_id = g.contact_id and w.workflow_id = g.owner_id
        and w.started_at between g.begins and g.at and (w.step_id is not null or w.status = 'COMPLETED')
      order by id desc limit 1
    ) as x
    union all
    select g.candidate, e.id, array[e.step || ' '] from given as g cross join lateral (
      select id, recipients ->> 'stepId' as step from emails as e
      where e.project_id = ${projectId} and e.contact_id = g.contact_id and e.source = 'WORKFLOW'
        and e.id >= g.lowest_id and e.sent_at between g.begins and g.at
        and e.recipients ->> 'workflowId' = g.owner_id::text and e.recipients ? 'stepId'
      order by e.sent_at desc, e.id desc limit 1
    ) as e`.execute(trx)
  return rows
}
