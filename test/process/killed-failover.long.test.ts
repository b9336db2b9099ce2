// A node whose sender has two relays is killed with its database while one relay refuses and the other takes over; the next
// node finds it the other way round. The relays live in the test, so what has arrived is known whatever happens to the node.
import { beforeAll, describe, expect, it } from 'vitest'
import { findRunningPostgres } from '../../src/platform/postgres/running-postgres.ts'
import { queryAt } from '../support/database/database-content.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { killWithDatabase, useNodes } from '../support/node-process.ts'
import type { ReadyNode, Settings } from '../support/node-process.ts'
import { useSmtpSink } from '../support/servers/smtp-sink.ts'
import type { SmtpSink } from '../support/servers/smtp-sink.ts'

const nodes = useNodes()
const [first, second] = [useSmtpSink(), useSmtpSink()]

const EMAILS = 400
const RECIPIENTS_PER_CALL = 50
const CONNECTIONS = 10

// The first relay goes away then, and the node is killed when the second has as many.
const TURN_AT = 100

// Refused before acceptance: the greeting of new connections, and the next email on open ones.
const CLOSED = { greeting: '421 4.3.2 closed for maintenance', mail: '421 4.3.2 closed for maintenance' }

let settings: Settings

const query = async (sql: string) =>
  queryAt<Record<string, unknown>>((await findRunningPostgres(settings['DATA_DIR'] ?? '')) ?? '', sql)

async function createTransport(node: ReadyNode, name: string, { port }: SmtpSink): Promise<string> {
  const body = {
    name,
    type: 'smtp',
    settings: { host: '127.0.0.1', port, tls: 'opportunistic' },
    ratePerSecond: 0,
    maxConnections: CONNECTIONS,
  }
  return (await ask(node, 'POST /transports', { body })).json<{ id: string }>().id
}

/** Has the emails accepted by a node that sends none. */
async function acceptEmails(): Promise<void> {
  const node = await nodes.start(settings, 'api')
  const created = await ask(node, 'POST /domains', { body: { domain: 'proof-of-sending.com' } })
  const { id } = created.json<{ id: string }>()
  await query(
    "update domains set status = 'VERIFIED', verified_at = now(), due_at = now() + interval '1 day'",
  )
  const transports = [
    await createTransport(node, 'First', first),
    await createTransport(node, 'Second', second),
  ]
  expect((await ask(node, `PATCH /domains/${id}`, { body: { transports } })).status).toBe(200)
  const calls = Array.from({ length: EMAILS / RECIPIENTS_PER_CALL }, async (_, call) => {
    const to = Array.from({ length: RECIPIENTS_PER_CALL }, (_one, n) => `customer${call}-${n}@receiver.test`)
    const body = { to, from: 'shop@proof-of-sending.com', subject: 'Order', body: '<p>Thank you</p>' }
    return (await ask(node, 'POST /v1/send', { body })).status
  })
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]))
  expect((await node.stop()).code).toBe(0)
}

/** The recipients whose email has arrived since the last call. */
function takeArrived(): string[] {
  const arrived = [...first.emails, ...second.emails].map(({ to }) => to[0] ?? '')
  first.emails = []
  second.emails = []
  return arrived
}

let beforeKill: string[]
let afterKill: string[]

async function killWhileFailingOver(): Promise<void> {
  settings = {
    DATA_DIR: await nodes.preparedDir(),
    SEND_RATE_PER_SECOND: '0',
    // No server answers at this address, so the domain of the sender has no records.
    DNS_SERVERS: '127.0.0.1:9',
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  }
  await acceptEmails()
  first.script = { dot: ({ email }) => void (email >= TURN_AT && (first.script = CLOSED)) }
  const node = await nodes.start(settings)
  await eventually(() => expect(second.emails.length).toBeGreaterThanOrEqual(TURN_AT))
  await killWithDatabase(node)
  beforeKill = takeArrived()
  first.script = {}
  second.script = CLOSED
  await nodes.start(settings)
  await eventually(async () => {
    expect(await query('select status, count(*)::int from all_emails group by status')).toEqual([
      { status: 'SENT', count: EMAILS },
    ])
  })
  afterKill = takeArrived()
}

beforeAll(killWhileFailingOver)

describe('a node that is killed while one relay takes over from the other', () => {
  it('had sent nothing twice, though the first relay refused in the middle', () => {
    expect(beforeKill.length).toBeGreaterThanOrEqual(2 * TURN_AT)
    expect(new Set(beforeKill).size).toBe(beforeKill.length)
  })

  it('loses nothing', () => {
    expect(new Set([...beforeKill, ...afterKill]).size).toBe(EMAILS)
  })

  it('repeats at most what was on the wire when it was killed', () => {
    expect(new Set(afterKill).size).toBe(afterKill.length)
    const repeated = afterKill.filter((recipient) => beforeKill.includes(recipient))
    expect(repeated.length).toBeLessThanOrEqual(2 * CONNECTIONS)
  })
})
