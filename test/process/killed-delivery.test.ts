// Nodes are ended in the middle of 500 emails, and the next one goes on: `npm run proof:send` in small. The receiver
// lives in the test, so what has arrived is known whatever happens to the node.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { MOST_CONNECTIONS } from '../../src/platform/email/smtp/connection-limit.ts'
import { findRunningPostgres } from '../../src/platform/postgres/running-postgres.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes, type NodeProcess, type Settings } from '../support/node-process.ts'
import { useSmtpSink } from '../support/servers/smtp-sink.ts'

const nodes = useNodes()
const sink = useSmtpSink()

const EMAILS = 500
const RECIPIENTS_A_CALL = 50

// The second test goes on with what the first one left.
let dataDir: string
let sentBefore: ReadonlySet<string>

// In the middle: all connections are busy, and much is left.
const ENDED_AT = 100

const settingsOf = (folder: string): Settings => ({
  DATA_DIR: folder,
  MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
  SEND_RATE_PER_SECOND: '0',
  // Nobody answers there: the domain of the sender has no records.
  DNS_SERVERS: '127.0.0.1:9',
})

async function query<Row extends pg.QueryResultRow>(folder: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await findRunningPostgres(folder) })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Has 500 emails accepted by a node that sends none. Returns its data folder. */
async function acceptEmails(): Promise<string> {
  const folder = await nodes.preparedDir()
  const node = await nodes.start(settingsOf(folder), 'api')
  expect((await ask(node, 'POST /domains', { body: { domain: 'proof-of-sending.com' } })).status).toBe(201)
  await query(
    folder,
    "update domains set status = 'VERIFIED', verified_at = now(), next_check_at = now() + interval '1 day'",
  )
  const calls = Array.from({ length: EMAILS / RECIPIENTS_A_CALL }, async (_, call) => {
    const to = Array.from({ length: RECIPIENTS_A_CALL }, (_one, n) => `customer${call}-${n}@receiver.test`)
    const body = { to, from: 'shop@proof-of-sending.com', subject: 'Order', body: '<p>Thank you</p>' }
    return (await ask(node, 'POST /v1/send', { body })).status
  })
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
  expect((await node.stop()).code).toBe(0)
  expect(sink.emails).toHaveLength(0)
  return folder
}

/** Starts a node that sends, and signals it while the receiver answers its hundredth email. */
function startAndSignal(signal: NodeJS.Signals): NodeProcess {
  const node = nodes.spawn(['start'], settingsOf(dataDir))
  sink.script = {
    dot: ({ email }) => {
      if (email === ENDED_AT) node.signal(signal)
      return undefined
    },
  }
  return node
}

/** A next node sends the rest. */
async function sendRest(): Promise<void> {
  await nodes.start(settingsOf(dataDir))
  await eventually(async () => {
    const rows = await query(dataDir, 'select status, count(*)::int from all_emails group by status')
    expect(rows).toEqual([{ status: 'SENT', count: EMAILS }])
  })
}

/** Of each email that has arrived, in order. */
const messageIds = () =>
  sink.emails.map(({ bytes }) => /^message-id:\s*<(.+)>/im.exec(bytes.toString('latin1'))?.[1] ?? '')

describe('a node that is ended in the middle of its emails', () => {
  it('by SIGTERM finishes what is on the wire and sends nothing twice', async () => {
    dataDir = await acceptEmails()
    expect(await startAndSignal('SIGTERM').exited).toMatchObject({ code: 0, signal: null, stderr: '' })
    sentBefore = new Set(messageIds())
    expect(sentBefore.size).toBe(sink.emails.length)
    expect(sentBefore.size).toBeGreaterThanOrEqual(ENDED_AT)
    expect(sentBefore.size).toBeLessThan(EMAILS)
  })

  it('by kill -9 loses no email, and repeats at most one per connection, with the same Message-ID', async () => {
    expect(await startAndSignal('SIGKILL').exited).toMatchObject({ signal: 'SIGKILL' })
    expect(new Set(messageIds()).size).toBeLessThan(EMAILS - sentBefore.size)

    await sendRest()
    const sent = new Set(messageIds())
    // What was sent before the SIGTERM is on record, so it does not come again.
    expect([...sent].filter((id) => sentBefore.has(id))).toEqual([])
    expect(sentBefore.size + sent.size).toBe(EMAILS)
    expect(sink.emails.length - sent.size).toBeLessThanOrEqual(MOST_CONNECTIONS)
    expect(new Set(sink.emails.map(({ to }) => to[0])).size).toBe(sent.size)
  })
})
