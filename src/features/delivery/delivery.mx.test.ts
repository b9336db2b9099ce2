// Own delivery: email goes to the mail servers of its recipients, each destination from a queue of its own.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, inFreshProject, makeEmail, multiplyEmail } from '../../../test/support/factories.ts'
import {
  buildDomain,
  buildMxTransport,
  buildTransport,
  useTransports,
} from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { LANE_NUMBERS } from './queue/retry-schedule.ts'
import type { Lane } from './queue/retry-schedule.ts'
import { createTransport } from './transports/transports.ts'

const [sink, relay, instance] = [useSmtpSink(), useSmtpSink(), useSmtpSink()]
const dns = await useDnsServer()
const test = useTestApp({
  SEND_RATE_PER_SECOND: '0',
  ALLOW_PRIVATE_HOSTS: '127.0.0.0/8',
  DNS_SERVERS: dns.address,
  MAIL_HOSTNAME: 'us.example.net',
  ALLOW_PROJECT_MX: 'true',
})
const delivery = useDelivery(test)
// Engines that are stopped wait for the answers of servers.
afterEach(() => {
  sink.script = {}
  for (const socket of sink.open) socket.destroy()
})
const db = () => test.deps.database.db
let own: TestApp
let fromEmail: string
beforeEach(async () => {
  dns.clear()
  await sql`truncate email_queue, emails, destinations, warm_ups, transport_troubles`.execute(db())
  own = await inFreshProject(test)
  const { id, domain } = await buildDomain(own)
  await sql`update domains set status = 'VERIFIED', verified_at = now() where id = ${id}`.execute(db())
  fromEmail = `shop@${domain}`
})

/** Each call starts the engines of another worker. */
function start(options = '') {
  const config = { ...test.deps.config, MAIL_TRANSPORT: `mx:?port=${sink.port}${options}` }
  const deps = { ...test.deps, config }
  return delivery.start(createTransport(deps), { config })
}

/** A domain with a mail server at the sink. */
function publish(domain: string, server = `mx.${domain}`): void {
  dns.set(domain, 'MX', [{ exchange: server, priority: 10 }])
  dns.set(server, 'A', ['127.0.0.1'])
}

async function queue(domain: string, count: number, lane: Lane = 'transactional'): Promise<void> {
  const { id: contactId } = await buildContact(own)
  const id = await makeEmail(own, { address: `p1@${domain}`, content: { fromEmail }, lane, contactId })
  await multiplyEmail(test, { id, count, columns: { address: sql`'p' || n || '@' || ${domain}::text` } })
}
const recipients = () => sink.emails.flatMap(({ to }) => to)
const countTo = (domain: string) => recipients().filter((to) => to.endsWith(`@${domain}`)).length

type ShownEmail = {
  status: string
  reason: string | null
  to: string
  transport: { id: string; name: string } | null
}
const shown = async (): Promise<ShownEmail[]> =>
  (await call(own, ['GET', '/emails'], { query: { limit: '100' } })).json<{ emails: ShownEmail[] }>().emails

describe('own delivery', () => {
  it('brings every email once to the server of its recipient', async () => {
    for (const name of ['a.example', 'b.example', 'c.example']) {
      publish(name)
      await queue(name, 20)
    }
    await Promise.all([start(), start()])
    await eventually(async () => {
      const emails = await shown()
      expect(emails).toHaveLength(60)
      expect(emails.every(({ status }) => status === 'SENT')).toBe(true)
    })
    expect(new Set(recipients()).size).toBe(60)
    expect(recipients()).toHaveLength(60)
  })

  it('tells at once that a domain accepts no email, or does not exist', async () => {
    dns.set('null.example', 'MX', [{ exchange: '', priority: 0 }])
    await queue('null.example', 1)
    await queue('missing.example', 1)
    await start()
    await eventually(async () => {
      const reasons = (await shown()).map(({ status, reason }) => `${status} ${reason}`)
      expect(reasons.toSorted()).toEqual([
        'BOUNCED 550 5.1.2 the domain missing.example does not exist',
        'BOUNCED 556 5.1.10 null.example accepts no email (null MX)',
      ])
    })
  })

  it('waits when DNS does not answer', async () => {
    dns.fail('a.example', 'SERVFAIL')
    await queue('a.example', 1)
    await start()
    await eventually(async () => {
      expect(await shown()).toMatchObject([
        { status: 'DEFERRED', reason: expect.stringContaining('SERVFAIL') as string },
      ])
    })
  })

  it('leaves a silent receiver and one that wants less to themselves', async () => {
    for (const name of ['fast.example', 'silent.example', 'busy.example']) publish(name)
    sink.script = {
      rcpt: ({ line }) => {
        if (line.includes('silent.example')) return { hang: true }
        return line.includes('busy.example') ? '421 4.7.0 too much, come back later' : undefined
      },
    }
    await queue('silent.example', 40)
    await queue('busy.example', 40)
    await queue('fast.example', 40)
    await start()
    await eventually(() => expect(countTo('fast.example')).toBe(40))
    expect(countTo('silent.example') + countTo('busy.example')).toBe(0)
    await eventually(async () => {
      const busy = (await shown()).filter(({ to }) => to.endsWith('busy.example'))
      const reasons = busy.map(({ reason }) => reason)
      expect(reasons).toContain(
        'mx.busy.example accepts no more email for now: 421 4.7.0 too much, come back later',
      )
    })
  })
})

describe('an address that is warmed up', () => {
  const readUsed = async () => {
    const { rows } = await sql<{ used: number }>`select used from warm_ups`.execute(db())
    return rows.map(({ used }) => used)
  }
  const startAgain = async () => {
    await (await running)?.stop()
    running = start('&warm-up=true')
  }
  let running: ReturnType<typeof start> | undefined

  it('sends no more than the amount of the day, and leaves a part to transactional email', async () => {
    publish('a.example')
    await queue('a.example', 60, 'marketing')
    running = start('&warm-up=true')
    await eventually(() => expect(countTo('a.example')).toBe(40))
    await queue('a.example', 30, 'transactional')
    await eventually(() => expect(countTo('a.example')).toBe(50))
    expect(await readUsed()).toEqual([50])
    await eventually(async () => {
      const { rows } = await sql<{ lane: number; count: number }>`
        select lane, count(*)::int as count from email_queue group by 1 order by 1`.execute(db())
      expect(rows).toEqual([
        { lane: LANE_NUMBERS.transactional, count: 20 },
        { lane: LANE_NUMBERS.marketing, count: 20 },
      ])
    })
  })

  it('sends more on the next day', async () => {
    publish('a.example')
    await queue('a.example', 90)
    running = start('&warm-up=true')
    await eventually(() => expect(countTo('a.example')).toBe(50))
    await sql`update warm_ups set began_on = began_on - 1, day = day - 1`.execute(db())
    await startAgain()
    await eventually(() => expect(countTo('a.example')).toBe(90))
    expect(recipients()).toHaveLength(new Set(recipients()).size)
  })
})

describe('own delivery of a project', () => {
  /** A domain that delivers itself, and by a relay what is left over. */
  async function useTransportsOf(mx: Record<string, unknown>): Promise<void> {
    const { id, domain } = await buildDomain(own)
    await sql`update domains set status = 'VERIFIED', verified_at = now() where id = ${id}`.execute(db())
    const transports = [
      await buildMxTransport(own, { name: 'Own', settings: { port: sink.port, ...mx } }),
      await buildTransport(own, { name: 'Relay', port: relay.port }),
    ]
    await useTransports(own, { domainId: id, transports })
    fromEmail = `shop@${domain}`
  }
  const startHere = () => delivery.start(relayTo(instance))
  const namesOf = async () => (await shown()).map(({ transport }) => transport?.name)

  it('leaves from the server, and belongs to its transport', async () => {
    await useTransportsOf({})
    publish('a.example')
    await queue('a.example', 10)
    await startHere()
    await eventually(async () => expect(await namesOf()).toEqual(Array.from({ length: 10 }, () => 'Own')))
    await eventually(() => expect(countTo('a.example')).toBe(10))
    expect([...instance.emails, ...relay.emails]).toEqual([])
    expect(sink.emails[0]?.bytes.toString()).toContain('DKIM-Signature:')
  })

  it('leaves what the warm-up does not allow today to the next transport', async () => {
    await useTransportsOf({ warmUp: true })
    publish('a.example')
    await queue('a.example', 60, 'marketing')
    await startHere()
    await eventually(() => expect(relay.emails.length + sink.emails.length).toBe(60))
    expect(sink.emails).toHaveLength(40)
    const everyone = [...relay.emails, ...sink.emails].flatMap(({ to }) => to)
    expect(new Set(everyone).size).toBe(60)
  })

  it('cannot be deleted while email waits for one of its destinations', async () => {
    await useTransportsOf({})
    publish('a.example')
    sink.script = { greeting: '421 4.3.2 not now' }
    relay.script = { greeting: '421 4.3.2 not now' }
    await queue('a.example', 1)
    const engine = await startHere()
    const waits = sql`select from email_queue where route_id in (select route_id from destinations)`
    await eventually(async () => expect((await waits.execute(db())).rows).toHaveLength(1))
    // The next try would take the email elsewhere.
    await engine.stop()
    const { rows } = await sql<{ id: string }>`
      update email_queue set route_id = d.route_id from destinations as d
      join transports as t on t.id = d.transport_id where t.project_id = ${own.project.projectId}
      returning t.id`.execute(db())
    const id = rows[0]?.id ?? ''
    await sql`delete from domain_transports`.execute(db())
    expect((await call(own, ['DELETE', `/transports/${id}`])).statusCode).toBe(409)
  })
})
