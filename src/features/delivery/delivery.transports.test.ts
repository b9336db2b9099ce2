// Email of projects with transports of their own: by which it leaves, and what one that fails means for the others.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { inFreshProject, makeEmail, multiplyEmail } from '../../../test/support/factories.ts'
import { buildDomain, buildTransport, useTransports } from '../../../test/support/feature-steps.ts'
import type { TransportAnswer } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { holdAnswers, useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import type { SmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const [instance, first, second] = [useSmtpSink(), useSmtpSink(), useSmtpSink()]
const test = useTestApp({ SEND_RATE_PER_SECOND: '0', ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })
const delivery = useDelivery(test)
const db = () => test.deps.database.db
let own: TestApp
let skippedMs = 0
beforeEach(async () => {
  test.clock.advance(-skippedMs)
  skippedMs = 0
  await sql`truncate email_queue, emails`.execute(db())
  own = await inFreshProject(test)
})

type Sender = { domainId: string; fromEmail: string }

/** A verified domain that sends by these transports. */
async function buildSender(owner: TestApp, ...transports: TransportAnswer[]): Promise<Sender> {
  const { id, domain } = await buildDomain(owner)
  await useTransports(owner, { domainId: id, transports })
  return { domainId: id, fromEmail: `shop@${domain}` }
}

/** Emails to as many recipients. */
async function queue(owner: TestApp, { fromEmail }: Sender, count = 1): Promise<void> {
  const id = await makeEmail(owner, { content: { fromEmail } })
  await multiplyEmail(test, { id, count, columns: { address: sql`'p' || n || '@example.com'` } })
}

const countByStatus = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from all_emails group by 1`.execute(db())
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
const whenSent = (count: number) =>
  eventually(async () => expect(await countByStatus()).toEqual({ SENT: count }))
const recipientsOf = (...sinks: SmtpSink[]) => sinks.flatMap(({ emails }) => emails.flatMap(({ to }) => to))

type ShownEmail = { id: string; transport: { id: string; name: string } | null; reason: string | null }
const listEmails = async (owner: TestApp) =>
  (await call(owner, ['GET', '/emails'], { query: { limit: '100' } })).json<{ emails: ShownEmail[] }>().emails

/** Ends rests and caches: waiting email is due. */
async function skip(ms: number): Promise<void> {
  test.clock.advance(ms)
  skippedMs += ms
  await sql`update email_queue set run_at = clock_timestamp() where status = 'DEFERRED'`.execute(db())
}

/** A port of this machine at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

describe('an email', () => {
  it('leaves by the transport of its domain, and shows it', async () => {
    const transport = await buildTransport(own, { port: first.port })
    await queue(own, await buildSender(own, transport), 3)
    await queue(own, await buildSender(own), 2)
    await delivery.start(relayTo(instance))
    await whenSent(5)
    expect([instance.emails.length, first.emails.length]).toEqual([2, 3])
    const shown = (await listEmails(own)).map((email) => email.transport?.name ?? 'instance')
    expect(shown.toSorted()).toEqual([...Array<string>(3).fill(transport.name), 'instance', 'instance'])
  })

  it('leaves by the default of its project if its domain names none', async () => {
    await buildTransport(own, { port: first.port, isDefault: true })
    const other = await inFreshProject(test)
    await queue(own, await buildSender(own))
    await queue(other, await buildSender(other))
    await delivery.start(relayTo(instance))
    await whenSent(2)
    expect([instance.emails.length, first.emails.length]).toEqual([1, 1])
  })

  it('from a name for tests stays with the transport of the server', async () => {
    await buildTransport(own, { port: first.port, isDefault: true })
    await queue(own, { domainId: '', fromEmail: 'me@shop.test' })
    await delivery.start()
    await eventually(async () => expect(await countByStatus()).toEqual({ DELIVERED: 1 }))
    expect(first.emails).toEqual([])
  })

  it('that waits follows a new choice of its domain', async () => {
    const down = await buildTransport(own, { port: await closedPort() })
    const sender = await buildSender(own, down)
    await queue(own, sender)
    await delivery.start(relayTo(instance))
    await eventually(async () => expect(await countByStatus()).toEqual({ DEFERRED: 1 }))
    const up = await buildTransport(own, { port: first.port })
    await useTransports(own, { domainId: sender.domainId, transports: [up] })
    await eventually(async () => {
      await skip(10_000)
      expect(await countByStatus()).toEqual({ SENT: 1 })
    })
    expect(first.emails).toHaveLength(1)
  })

  it('of a transport that was deleted meanwhile goes back to that of the server', async () => {
    await queue(own, await buildSender(own), 3)
    await sql`update email_queue set route_id = 2147483647`.execute(db())
    await delivery.start(relayTo(instance))
    await whenSent(3)
    expect(instance.emails).toHaveLength(3)
  })

  it('leaves by the new settings of its transport', async () => {
    const transport = await buildTransport(own, { port: first.port })
    const sender = await buildSender(own, transport)
    await delivery.start(relayTo(instance))
    await queue(own, sender)
    await whenSent(1)
    const body = { settings: { port: second.port } }
    await call(own, ['PATCH', `/transports/${transport.id}`], { body })
    await eventually(async () => {
      await queue(own, sender)
      expect(second.emails.length).toBeGreaterThan(0)
    })
  })
})

describe('a transport that hangs', () => {
  it('holds up nobody else, and never has more connections than it may', async () => {
    const stuck = await buildTransport(own, { port: first.port, maxConnections: 3 })
    const release = holdAnswers(first)
    const stuckSender = await buildSender(own, stuck)
    await queue(own, stuckSender, 50)
    await delivery.start(relayTo(instance))
    await eventually(() => expect(first.open.size).toBe(3))
    const other = await inFreshProject(test)
    const quick = await buildTransport(other, { port: second.port })
    await queue(other, await buildSender(other, quick), 30)
    await queue(other, await buildSender(other), 30)
    await eventually(() => expect([second.emails.length, instance.emails.length]).toEqual([30, 30]))
    expect(first.open.size).toBe(3)
    release()
    await whenSent(110)
    expect(first.connections).toBe(3)
  })
})

describe('a transport that cannot be reached', () => {
  it('shows its state, and the email says why it waits', async () => {
    const down = await buildTransport(own, { port: await closedPort() })
    await queue(own, await buildSender(own, down))
    await delivery.start(relayTo(instance))
    await eventually(async () => {
      const [email] = await listEmails(own)
      expect(email?.reason).toContain('nothing accepts connections')
    })
    const { state } = (await call(own, ['GET', `/transports/${down.id}`])).json<TransportAnswer>()
    expect(state).toMatchObject({
      status: 'failing',
      lastError: expect.stringContaining('the port in the transport') as unknown,
    })
    expect(test.deps.lifecycle.warnings.size).toBe(0)
  })

  it('leaves its email to the next one of the domain, once each', async () => {
    const down = await buildTransport(own, { port: await closedPort() })
    const up = await buildTransport(own, { port: second.port })
    const sender = await buildSender(own, down, up)
    await queue(own, sender, 200)
    await delivery.start(relayTo(instance))
    await whenSent(200)
    expect(second.emails).toHaveLength(200)
    expect(new Set(recipientsOf(second)).size).toBe(200)
    const emails = await listEmails(own)
    expect(new Set(emails.map(({ transport }) => transport?.id))).toEqual(new Set([up.id]))
    // The first to fail have it in their history.
    const { rows } = await sql<{ transport: string }>`
      select distinct data ->> 'transport' as transport from email_events where type = 'deferred'
        and project_id = ${own.project.projectId}`.execute(db())
    expect(rows).toEqual([{ transport: expect.stringContaining(down.name) as unknown }])
  })

  it('does not get email back from one that fails, too; the first that works again gets all', async () => {
    const [one, two] = [
      await buildTransport(own, { port: first.port }),
      await buildTransport(own, { port: second.port }),
    ]
    first.script = { greeting: '421 4.3.2 closed for now' }
    second.script = { greeting: '421 4.3.2 closed for now' }
    await queue(own, await buildSender(own, one, two), 40)
    await delivery.start(relayTo(instance))
    await eventually(() => expect(Math.min(first.connections, second.connections)).toBeGreaterThan(0))
    first.script = {}
    await eventually(async () => {
      await skip(2_000)
      expect(await countByStatus()).toEqual({ SENT: 40 })
    })
    expect(new Set(recipientsOf(first, second)).size).toBe(40)
    expect(first.emails.length + second.emails.length).toBe(40)
  })
})
