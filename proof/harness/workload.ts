// A workflow and an import that go on beside single emails, while something happens to the database.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { copiesOf, nothing } from './audit.ts'
import type { Row } from './promise-table.ts'
import { sendRequest } from './http-request.ts'
import { makeSender } from './sender.ts'
import { SECRET_KEY } from './stage.ts'
import type { Stage } from './stage.ts'
import { until } from './until.ts'

const EVENT = 'proof.order'
const PAUSE_MS = 100
const END_LIMIT_MS = 300_000

/** Each execution counts a visit, which must not be counted twice, and sends an email. */
export async function makeWorkflow(stage: Stage): Promise<string> {
  const sender = await makeSender(stage, 'proof-of-workflows.com')
  const steps = [
    { id: 'count', type: 'UPDATE_CONTACT', config: { increment: { visits: 1 } }, next: 'email' },
    {
      id: 'email',
      type: 'SEND_EMAIL',
      config: { subject: 'Hello', body: '<p>Hello</p>', from: sender.from, type: 'TRANSACTIONAL' },
    },
  ]
  const body = { name: 'Proof', eventName: EVENT, enabled: true, steps }
  const reply = await stage.caller.post('/workflows', body)
  if (reply.status !== 201) throw new Error(`POST /workflows answered ${reply.status}: ${reply.body}`)
  return (JSON.parse(reply.body) as { id: string }).id
}

const visitorOf = (n: number) => `visitor${n}@receiver.test`

/** Tracks events one after the other, spread over the whole run by its progress. */
export async function trackVisits(
  { caller }: Stage,
  { visits, progress }: { visits: number; progress: () => number },
): Promise<void> {
  for (let n = 1; n <= visits; n += 1) {
    while (progress() < n / (visits + 1)) await sleep(PAUSE_MS)
    await caller.postUntilAnswered('/v1/track', { email: visitorOf(n), event: EVENT }, `visit ${n}`)
  }
}

export async function importContacts({ port, rows }: { port: number; rows: number }): Promise<string> {
  const lines = Array.from({ length: rows }, (_, n) => `imported${n}@receiver.test,city ${n % 9}`)
  const agent = new http.Agent()
  const request = {
    port,
    method: 'POST',
    path: '/contacts/import',
    key: SECRET_KEY,
    type: 'text/csv',
    body: `email,city\n${lines.join('\n')}\n`,
  } as const
  const reply = await sendRequest(agent, request)
  if (reply.status !== 202) throw new Error(`POST /contacts/import answered ${reply.status}: ${reply.body}`)
  const { id } = JSON.parse(reply.body) as { id: string }
  return id
}

/** All events have started an execution, and all of these have ended. */
export async function untilVisited({ pool }: Stage, { workflowId, visits }: Visits): Promise<void> {
  const ended = 'select from workflow_executions where workflow_id = $1 and completed_at is not null'
  await until(async () => (await pool.query(ended, [workflowId])).rowCount === visits, {
    what: 'all executions have ended',
    limitMs: END_LIMIT_MS,
  })
}

type Visits = { workflowId: string; visits: number }

type WorkloadEnd = { visits: number; importId: string; rows: number }

export async function auditWorkload(stage: Stage, end: WorkloadEnd): Promise<Row[]> {
  const { pool, sink } = stage
  const { visits, importId, rows } = end
  const count = async (sql: string, values: unknown[]) =>
    Number((await pool.query<{ count: string }>(sql, values)).rows[0]?.count)
  const imported = await until(
    async () => {
      const state = await pool.query<{ status: string }>('select status from operations where id = $1', [
        importId,
      ])
      return ['DONE', 'FAILED'].find((one) => one === state.rows[0]?.status)
    },
    { what: 'the import has ended', limitMs: END_LIMIT_MS },
  )
  const visitors = [...copiesOf(sink.arrivals).values()].filter(([first]) => first?.to.startsWith('visitor'))
  const wrong = `select count(*) from contacts where email ~ '^visitor' and data ->> 'visits' is distinct from '1'`
  return [
    { what: 'executions of a workflow', measured: visits },
    nothing('steps that were counted twice or not at all', await count(wrong, [])),
    nothing('emails of the workflow missing at the receiver', visits - visitors.length),
    { what: 'the import of contacts', measured: imported, promised: 'DONE', isKept: imported === 'DONE' },
    nothing(
      'imported contacts that are missing',
      rows - (await count(`select count(*) from contacts where email ~ '^imported'`, [])),
    ),
  ]
}
