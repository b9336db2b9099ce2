// Webhooks from the stored delivery to the recorded answer, to one endpoint and to a hundred, against bare node:http
// over as many connections; and the slowdown of a campaign by an endpoint that wants email.sent.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { CONNECTIONS } from '../../src/features/webhooks/worker/turn.service.ts'
import { retryDeadlocks } from '../../src/platform/db/failures/deadlock-retry.ts'
import { openApi } from '../harness/api.ts'
import type { Api } from '../harness/api.ts'
import { startNodeProcess } from '../harness/node-process.ts'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { callRate, median } from '../harness/timing.ts'
import { prepareCampaign, queueEmails, waitUntilRecorded } from '../send/queue.ts'
import { startReceiver } from '../send/receiver.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

const EVENTS = 10_000
const EMAILS = 12_000
const ROUNDS = 3
const ENDPOINTS = 100

// "The rate of sending falls by at most a fifth."
const SENDING_TARGET = 0.8

const BODY = JSON.stringify({
  type: 'bought',
  timestamp: '2026-02-02T11:05:12.368Z',
  data: { id: '019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90', name: 'bought', data: { plan: 'pro' } },
})

type Bench = { stage: Stage; api: Api; receiver: WebhookReceiver; add: (result: Result) => void }

export async function benchWebhooks(stage: Stage, add: (result: Result) => void): Promise<void> {
  // The node must not send the emails of another benchmark meanwhile.
  await stage.pool.query('truncate email_queue')
  const receiver = await startWebhookReceiver()
  const relay = await startReceiver()
  const node = await startNodeProcess({
    ...stage.settings,
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    MAIL_TRANSPORT: `smtp://127.0.0.1:${relay.port}?sign=false`,
    SEND_RATE_PER_SECOND: '0',
  })
  const api = openApi({
    address: node.address,
    key: stage.settings['BOOTSTRAP_SECRET_KEY'] ?? '',
    connections: 1,
  })
  try {
    const bench = { stage, api, receiver, add }
    await benchEvents(bench, { endpoints: 1 })
    await benchEvents(bench, { endpoints: ENDPOINTS })
    await benchSending(bench)
  } finally {
    api.close()
    await node.stop()
    relay.close()
    receiver.close()
  }
}

async function benchEvents({ stage, api, receiver, add }: Bench, { endpoints }: { endpoints: number }) {
  const ids: string[] = []
  for (let n = 0; n < endpoints; n += 1) {
    const { id } = await api.post<{ id: string }>('/webhooks', { url: receiver.url, events: ['bought'] })
    ids.push(id)
  }
  const events = stage.sized(EVENTS)
  const rounds: { rate: number; floor: number }[] = []
  for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
    const floor = await requestRate(receiver, events)
    const before = receiver.requests
    const began = performance.now()
    await stage.pool.query(FILL, [ids, events, BODY])
    await untilDelivered(stage)
    rounds.push({ floor, rate: ((receiver.requests - before) / (performance.now() - began)) * 1000 })
  }
  add({
    what: `webhooks to ${endpoints === 1 ? 'one endpoint' : `${endpoints} endpoints`}, stored to recorded`,
    value: median(rounds.map(({ rate }) => rate)),
    unit: 'requests/s',
    floor: median(rounds.map(({ floor }) => floor)),
  })
  await stage.pool.query('delete from webhooks')
  await stage.pool.query('truncate webhook_deliveries, webhook_attempts')
}

const FILL = `
  with filled as (
    insert into webhook_deliveries (project_id, webhook_id, id, event_id, type, body, next_attempt_at, created_at)
    select w.project_id, w.id, gen_random_uuid(), gen_random_uuid(), 'bought', $3, now(), now()
    from generate_series(0, $2::int - 1) as n
    join webhooks as w on w.id = ($1::uuid[])[1 + n % cardinality($1::uuid[])]
  )
  update webhook_turns set due_at = now() where id = any($1::uuid[]) and attempts = 0`

async function untilDelivered({ pool }: Stage): Promise<void> {
  for (;;) {
    const { rows } = await pool.query("select from webhook_deliveries where status = 'PENDING' limit 1")
    if (rows.length === 0) return
    await sleep(10)
  }
}

async function requestRate({ url }: WebhookReceiver, calls: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const send = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) }
    http
      .request(url, { method: 'POST', agent, headers }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end(BODY)
    await promise
  }
  const rate = await callRate({ callers: CONNECTIONS, calls }, send)
  agent.destroy()
  return rate
}

/** Without an endpoint and with one in turn. It gets batches, as docs/webhooks.md advises for campaigns. */
async function benchSending({ stage, api, receiver, add }: Bench): Promise<void> {
  await prepareCampaign(stage)
  await sendRound(stage)
  const rounds: { alone: number; told: number }[] = []
  for (let round = 0; round < stage.sized(ROUNDS); round += 1) {
    const alone = await sendRound(stage)
    await api.post('/webhooks', {
      url: receiver.url,
      events: ['email.sent'],
      batch: { max: 100, waitMs: 1000 },
    })
    const told = await sendRound(stage)
    rounds.push({ alone, told })
    await stage.pool.query('delete from webhooks')
    await stage.pool.query('delete from event_listeners')
    // The worker still has some of them.
    await retryDeadlocks(() =>
      stage.pool.query('truncate webhook_deliveries, webhook_attempts, announcements'),
    )
  }
  add({
    what: 'campaign email of 10 kB, unsigned, with a webhook for email.sent',
    detail: 'against the same without one',
    value: median(rounds.map(({ told }) => told)),
    unit: 'emails/s',
    floor: median(rounds.map(({ alone }) => alone)),
    ratio: median(rounds.map(({ alone, told }) => told / alone)),
    target: { ratio: SENDING_TARGET },
  })
}

/** Emails per second, from when the first has its result on disk. */
async function sendRound(stage: Stage): Promise<number> {
  const emails = stage.sized(EMAILS)
  await queueEmails(stage, emails)
  const left = async () => {
    const { rows } = await stage.pool.query<{ count: string }>(
      "select count(*) from email_queue where status <> 'SCHEDULED'",
    )
    return Number(rows[0]?.count)
  }
  let waiting = emails
  while (waiting === emails) waiting = await left()
  const began = performance.now()
  await waitUntilRecorded(stage)
  return (waiting / (performance.now() - began)) * 1000
}
