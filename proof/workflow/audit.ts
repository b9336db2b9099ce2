// After a run: every contact has passed every step once, and each effect is there once.
import { nothing, wrongCounters } from '../harness/audit.ts'
import type { Row } from '../harness/promise-table.ts'
import type { Stage } from '../harness/stage.ts'
import { GOAL_VALUE } from './steps.ts'
import type { ProofWorkflow } from './steps.ts'

const countOf = async ({ pool }: Stage, text: string, values: unknown[]): Promise<number> => {
  const { rows } = await pool.query<{ count: string }>(text, values)
  return Number(rows[0]?.count ?? 0)
}

export async function auditWorkflow(
  stage: Stage,
  workflow: ProofWorkflow,
  executions: number,
): Promise<Row[]> {
  const { id, projectId, steps } = workflow
  const count = (text: string, ...values: unknown[]) => countOf(stage, text, values)
  const ended = await count(
    "select count(*) from workflow_executions where workflow_id = $1 and status = 'COMPLETED'",
    id,
  )
  const passed = await count(
    "select count(*) from workflow_history where workflow_id = $1 and status = 'COMPLETED'",
    id,
  )
  return [
    { what: 'executions', measured: executions },
    nothing('executions that are missing or not COMPLETED', executions - ended),
    nothing(
      'contacts that have entered more than once',
      await count(
        `select count(*) from (select contact_id from workflow_executions where workflow_id = $1
         group by contact_id having count(*) > 1) as twice`,
        id,
      ),
    ),
    nothing('steps that were passed too often or not at all', Math.abs(passed - executions * steps.length)),
    nothing(
      'executions that have not passed each step once',
      await count(
        `select count(*) from (select execution_id from workflow_history where workflow_id = $1 and status = 'COMPLETED'
         group by execution_id having count(distinct step_id) <> $2 or count(*) <> $2) as wrong`,
        id,
        steps.length,
      ),
    ),
    nothing(
      'contacts without their email, or with more than one',
      Math.abs(
        executions -
          (await count(
            `select count(*) from (select address from all_emails where project_id = $1 and source = 'WORKFLOW'
         group by address having count(*) = 1) as once`,
            projectId,
          )),
      ),
    ),
    nothing(
      'contacts whose event was recorded twice or not at all',
      Math.abs(
        executions -
          (await count(
            `select count(*) from (select contact_id from events where project_id = $1 and name = 'proof.told'
         group by contact_id having count(*) = 1) as once`,
            projectId,
          )),
      ),
    ),
    ...(await auditContacts(stage, workflow, executions)),
    ...(await auditGoal(stage, workflow, executions)),
    nothing('counters that differ from count(*)', (await wrongCounters(stage)).length),
  ]
}

async function auditContacts(stage: Stage, { projectId }: ProofWorkflow, executions: number): Promise<Row[]> {
  const count = (text: string) => countOf(stage, text, [projectId])
  return [
    nothing(
      'contacts whose number was added to twice or not at all, or whose list has an element twice',
      executions -
        (await count(
          `select count(*) from contacts where project_id = $1 and data -> 'visits' = '1' and data -> 'marks' = '["entered"]'`,
        )),
    ),
    nothing(
      'contacts without the change of the last step',
      executions -
        (await count("select count(*) from contacts where project_id = $1 and data ->> 'ended' = 'true'")),
    ),
  ]
}

/** Each execution reached the goal once. Values are counted in thousandths. */
async function auditGoal(
  { pool }: Stage,
  { id, projectId }: ProofWorkflow,
  executions: number,
): Promise<Row[]> {
  const { rows } = await pool.query<{ label: string; value: string }>(
    `select substr(label, 38) as label, sum(value) as value from (
       select label, value from counters where counter = 'goals' union all
       select label, delta from counter_deltas where counter = 'goals'
     ) as counted where left(label, 36) = $1 group by 1`,
    [id],
  )
  const counted = new Map(rows.map(({ label, value }) => [label, Number(value)]))
  // A backlog may hold the email up until the execution has gone on: then it was not the cause.
  const emails = await pool.query<{ count: number }>(
    `select count(*)::int as count from emails as m join events as e on e.project_id = m.project_id
       and e.contact_id = m.contact_id and e.name = 'proof.told' and e.created_at >= m.sent_at
     where m.project_id = $1 and m.source = 'WORKFLOW'`,
    [projectId],
  )
  const before = emails.rows[0]?.count ?? 0
  const credited = counted.get('email conversions') ?? 0
  const differs = (label: string, expected: number) => Math.abs(expected - (counted.get(label) ?? 0))
  return [
    nothing('executions whose goal was counted twice or not at all', differs('conversions', executions)),
    nothing('events of the goal that were counted twice or not at all', differs('events', executions)),
    nothing(
      'thousandths of the value too many or too few',
      differs('value', executions * GOAL_VALUE * 1_000),
    ),
    // A killed worker may have sent an email that is recorded as sent only after the event.
    {
      what: 'emails that were not known as sent when the goal was reached',
      measured: Math.max(0, before - credited),
    },
    nothing('emails that were counted more than once for the goal', Math.max(0, credited - before)),
  ]
}
