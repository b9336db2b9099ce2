// A second workflow of the same contacts: a date starts it, it waits for the best hour, asks another program, and keeps its answer.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SourceChange } from '../harness/changed-source.ts'
import { nothing } from '../harness/audit.ts'
import type { Row } from '../harness/promise-table.ts'
import type { Stage } from '../harness/stage.ts'

export type Answerer = { url: string; requests: () => number; close: () => void }

const POINTS = 7
export const DATED_STEPS = 3

/** Another program, in the proof itself, so that no fault touches it. */
export async function startAnswerer(): Promise<Answerer> {
  let requests = 0
  const server = createServer((request, response) => {
    // A request of a node that was killed in the middle of it never ends.
    request.on('error', () => undefined)
    request.resume().on('end', () => {
      requests += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ points: POINTS }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Waiting for an hour takes two seconds. */
export const SHORT_HOURS: SourceChange = {
  file: 'src/features/workflows/engine/decide.ts',
  from: 'const until = isNow ? now : nextTimeOfDay(now, { until: time, timeZone })',
  to: 'const until = now + 2_000',
}

// Dates are looked for every minute. The contact has to be there when its date comes, also if its node is killed before.
const DUE_AFTER_MS = 60_000

/** The date of a contact that enters now. */
export const dueAt = (): string => new Date(Date.now() + DUE_AFTER_MS).toISOString()

export async function makeDatedWorkflow({ caller }: Stage, { url }: Answerer): Promise<string> {
  const steps = [
    { id: 'hour', type: 'DELAY', config: { untilBestHour: { fallback: '08:00' } }, next: 'ask' },
    { id: 'ask', type: 'WEBHOOK', config: { url }, next: { success: 'keep' } },
    {
      id: 'keep',
      type: 'UPDATE_CONTACT',
      config: { increment: { dated: 1 }, data: { points: '{{ webhooks.ask.data.points }}' } },
    },
  ]
  const trigger = { type: 'DATE', field: 'data.dueAt' }
  const reply = await caller.post('/workflows', { name: 'Dated', trigger, enabled: true, steps })
  if (reply.status !== 201) throw new Error(`POST /workflows answered ${reply.status}: ${reply.body}`)
  return (JSON.parse(reply.body) as { id: string }).id
}

type DatedRun = { id: string; projectId: string; answerer: Answerer }

export async function auditDated(
  { pool }: Stage,
  { id, projectId, answerer }: DatedRun,
  executions: number,
): Promise<Row[]> {
  const count = async (text: string, value: string) =>
    Number((await pool.query<{ count: string }>(text, [value])).rows[0]?.count ?? 0)
  return [
    nothing(
      'dates that started nothing, or an execution that has not ended',
      executions -
        (await count(
          "select count(distinct contact_id) from workflow_executions where workflow_id = $1 and status = 'COMPLETED'",
          id,
        )),
    ),
    nothing(
      'dates that started two executions',
      (await count('select count(*) from workflow_executions where workflow_id = $1', id)) - executions,
    ),
    nothing(
      'contacts without the answer to their call, or changed twice by it',
      executions -
        (await count(
          `select count(*) from contacts where project_id = $1 and data -> 'points' = '${POINTS}' and data -> 'dated' = '1'`,
          projectId,
        )),
    ),
    {
      what: 'calls that were made again, because a node was killed before it had the answer',
      measured: answerer.requests() - executions,
    },
  ]
}
