// A node with a database of its own is ended in the middle of its emails, an import and webhooks, first by SIGTERM, then by
// kill -9 together with its database, and the next one goes on: `npm run proof:send` and `npm run proof:webhooks` in small.
// The receivers live in the test, so what has arrived is known whatever happens to the node.
import { beforeAll, describe, expect, it } from 'vitest'
import { MOST_CONNECTIONS } from '../../src/platform/email/smtp/connection-limit.ts'
import { findRunningPostgres } from '../../src/platform/postgres/running-postgres.ts'
import { queryAt } from '../support/database/database-content.ts'
import { eventually } from '../support/eventually.ts'
import { closeGate } from '../support/gate.ts'
import { ask, readJob, startImport } from '../support/http-client.ts'
import { killWithDatabase, useNodes } from '../support/node-process.ts'
import type { Exit, ReadyNode, Settings } from '../support/node-process.ts'
import { useSmtpSink } from '../support/servers/smtp-sink.ts'
import { expectGoodRequests, useUnreliableReceiver } from '../support/servers/unreliable-receiver.ts'

const nodes = useNodes()
const sink = useSmtpSink()
const receiver = useUnreliableReceiver()

const EMAILS = 400
const RECIPIENTS_PER_CALL = 50

// In the middle: all connections are busy, and much is left.
const ENDED_AT = 100

// Three batches, of which the first gets through before the kill.
const ROWS = 7_000

const EVENTS = 80
const EVENTS_BEFORE = 20

let settings: Settings

/** The emails that had arrived by then, in order. */
type Arrivals = { messageIds: string[]; recipients: string[] }

const arrived = (): Arrivals => ({
  messageIds: sink.emails.map(
    ({ bytes }) => /^message-id:\s*<(.+)>/im.exec(bytes.toString('latin1'))?.[1] ?? '',
  ),
  recipients: sink.emails.map(({ to }) => to[0] ?? ''),
})

const query = async <Row extends Record<string, unknown>>(sql: string): Promise<Row[]> =>
  queryAt<Row>((await findRunningPostgres(settings['DATA_DIR'] ?? '')) ?? '', sql)

/** Has the emails accepted by a node that sends none. Returns the secret of a webhook. */
async function acceptEmails(): Promise<string> {
  const node = await nodes.start(settings, 'api')
  expect((await ask(node, 'POST /domains', { body: { domain: 'proof-of-sending.com' } })).status).toBe(201)
  await query(
    "update domains set status = 'VERIFIED', verified_at = now(), due_at = now() + interval '1 day'",
  )
  const calls = Array.from({ length: EMAILS / RECIPIENTS_PER_CALL }, async (_, call) => {
    const to = Array.from({ length: RECIPIENTS_PER_CALL }, (_one, n) => `customer${call}-${n}@receiver.test`)
    const body = { to, from: 'shop@proof-of-sending.com', subject: 'Order', body: '<p>Thank you</p>' }
    return (await ask(node, 'POST /v1/send', { body })).status
  })
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
  const created = await ask(node, 'POST /webhooks', { body: { url: receiver.url, events: ['order'] } })
  expect((await node.stop()).code).toBe(0)
  expect(sink.emails).toHaveLength(0)
  return created.json<{ secret: string }>().secret
}

/** Starts a node that sends, and signals it while the receiver answers its hundredth email. */
async function stopWhileSending(): Promise<Exit> {
  const node = nodes.spawn(['start'], settings)
  sink.script = {
    dot: ({ email }) => {
      if (email === ENDED_AT) node.signal('SIGTERM')
      return undefined
    },
  }
  return node.exited
}

async function trackEvents(node: ReadyNode): Promise<Set<string>> {
  const calls = Array.from({ length: EVENTS }, async (_, n) => {
    const body = { email: `buyer${n}@example.com`, event: 'order', data: { n } }
    return (await ask(node, 'POST /v1/track', { body })).json<{ data: { event: string } }>().data.event
  })
  return new Set(await Promise.all(calls))
}

/** Starts a node that sends, imports and calls the webhook, and kills it when all of that is under way. */
async function killWhileWorking(): Promise<{ jobId: string; tracked: Set<string>; done: number }> {
  // The receivers give no answer any more from the middle on.
  const silence = new Promise<never>(() => undefined)
  sink.script = {
    dot: ({ email }) => (email < ENDED_AT ? undefined : { say: '250 2.0.0 queued', after: silence }),
  }
  receiver.silentAfter = EVENTS_BEFORE
  const node = await nodes.start(settings)
  const url = (await findRunningPostgres(node.dataDir)) ?? ''
  const gate = await closeGate(url, [{ table: 'contacts', passes: 1, least: 1_000 }])
  const jobId = await startImport(node, ROWS)
  const tracked = await trackEvents(node)
  await eventually(async () => expect(await gate.waiting()).toEqual(['contacts']))
  await eventually(() => expect(receiver.received).toHaveLength(EVENTS_BEFORE))
  await eventually(() => expect(sink.emails.length).toBeGreaterThanOrEqual(ENDED_AT))
  const { done } = (await readJob(node, jobId)).progress
  await killWithDatabase(node)
  return { jobId, tracked, done }
}

let stopped: Exit
let beforeStop: Arrivals
let beforeKill: Arrivals
let afterKill: Arrivals
let killed: Awaited<ReturnType<typeof killWhileWorking>>
let secret: string
let next: ReadyNode

/** Ends a node by SIGTERM and the next by kill -9; the third sends what is left. */
async function endTwice(): Promise<void> {
  settings = {
    DATA_DIR: await nodes.preparedDir(),
    MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
    SEND_RATE_PER_SECOND: '0',
    // No server answers at this address, so the domain of the sender has no records.
    DNS_SERVERS: '127.0.0.1:9',
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  }
  secret = await acceptEmails()
  stopped = await stopWhileSending()
  beforeStop = arrived()
  sink.emails = []
  killed = await killWhileWorking()
  beforeKill = arrived()
  sink.script = {}
  receiver.silentAfter = Infinity
  next = await nodes.start(settings)
  await eventually(async () => {
    const rows = await query('select status, count(*)::int from all_emails group by status')
    expect(rows).toEqual([{ status: 'SENT', count: EMAILS }])
  })
  afterKill = arrived()
}

beforeAll(endTwice)

describe('a node that is ended by SIGTERM', () => {
  it('finishes the emails that are on the wire and sends nothing twice', () => {
    expect(stopped).toMatchObject({ code: 0, signal: null, stderr: '' })
    const { messageIds } = beforeStop
    expect(new Set(messageIds).size).toBe(messageIds.length)
    expect(messageIds.length).toBeGreaterThanOrEqual(ENDED_AT)
    expect(messageIds.length).toBeLessThan(EMAILS)
  })
})

describe('a node that is killed together with its database', () => {
  it('loses no email, and repeats at most one per connection, with the same Message-ID', () => {
    const sentBefore = new Set(beforeStop.messageIds)
    expect(new Set(beforeKill.messageIds).size).toBeLessThan(EMAILS - sentBefore.size)
    const sent = new Set(afterKill.messageIds)
    // Emails sent before the SIGTERM are on record, so they do not come again.
    expect([...sent].filter((id) => sentBefore.has(id))).toEqual([])
    expect(sentBefore.size + sent.size).toBe(EMAILS)
    expect(afterKill.messageIds.length - sent.size).toBeLessThanOrEqual(MOST_CONNECTIONS)
    expect(new Set(afterKill.recipients).size).toBe(sent.size)
  })

  it('goes on with its import by itself, every row once', async () => {
    const { jobId, done } = killed
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(ROWS)
    await eventually(async () => expect((await readJob(next, jobId)).status).toBe('DONE'))
    expect((await readJob(next, jobId)).progress).toEqual({ done: ROWS, total: ROWS, failed: 0 })
    // The node holds the data folder, so no other worker can be alive: it unlocks the jobs of the killed process at once, and
    // does not wait half a minute for a missed heartbeat.
    expect(next.stdout()).not.toContain('took over the jobs of workers that died')
    // Straight from the tables: the totals of the API come from counters.
    const rows = await query(
      `select count(*)::int as all, count(distinct email)::int as different from contacts where email like 'person%'`,
    )
    expect(rows).toEqual([{ all: ROWS, different: ROWS }])
  })

  it('calls the webhook for every event, with a good signature and one body per id', async () => {
    expect(killed.tracked.size).toBe(EVENTS)
    await eventually(
      () => expect(new Set(receiver.received.map(({ id }) => id))).toEqual(killed.tracked),
      100,
    )
    expectGoodRequests(receiver, secret)
  })
})
