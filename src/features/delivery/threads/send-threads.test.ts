// Real threads with real connections: what leaves, how often, and what becomes of it when one of them dies.
import { setEnvironmentData } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countByStatus } from '../../../../test/support/delivery.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { inFreshProject, makeEmail, multiplyEmail } from '../../../../test/support/factories.ts'
import { buildDomain } from '../../../../test/support/feature-steps.ts'
import { sendOne } from '../../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { buildTestDeps, useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { Deps } from '../../../platform/deps.ts'
import { MORTALS, ORDERS } from './fixtures/orders.ts'
import type { Order } from './fixtures/orders.ts'
import { createSendThreads } from './send-threads.service.ts'
import type { SendThreads } from './send-threads.service.ts'

// A thread takes a second to come up, and several on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const CONNECTIONS = 50

const sink = useSmtpSink()
const test = useTestApp()
const mortals = new Int32Array(new SharedArrayBuffer(4))
const orders = new BroadcastChannel(ORDERS)
let own: TestApp
let from: string
let threads: SendThreads
let deps: Deps

setEnvironmentData(MORTALS, mortals)

beforeEach(async () => {
  mortals[0] = 1
  await sql`truncate email_queue, emails`.execute(test.deps.database.db)
  own = await inFreshProject(test)
  from = `shop@${await verifiedDomain(own)}`
})

afterEach(async () => {
  await threads.end()
  await deps.threads.close()
  await deps.database.close()
})

async function verifiedDomain(owner: TestApp): Promise<string> {
  const { id, domain } = await buildDomain(owner)
  await sql`update domains set status = 'VERIFIED', verified_at = now() where id = ${id}`.execute(
    test.deps.database.db,
  )
  return domain
}

/** A node with two threads, or with other settings. */
async function start(
  settings: Record<string, string> = {},
  options: { least?: number; silentLooks?: number } = {},
): Promise<void> {
  deps = buildTestDeps(test.url, {
    MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
    SEND_RATE_PER_SECOND: '0',
    SEND_THREADS: '2',
    PUBLIC_URL: 'https://mail.shop.test',
    ...settings,
  })
  const entry = new URL('fixtures/mortal-thread.ts', import.meta.url)
  threads = createSendThreads(deps, { entry, isServing: true, least: 2, ...options })
  await threads.start([test.url])
  await eventually(() => expect(threads.sending).toHaveLength(options.least ?? 2))
}

/** So many emails of the project. */
async function queue(count: number, { owner = own, sender = from } = {}): Promise<void> {
  const id = await makeEmail(owner, { content: { fromEmail: sender } })
  await multiplyEmail(test, { id, count })
}

const messageIds = () =>
  sink.emails.map(({ bytes }) => /^Message-ID: .*$/m.exec(bytes.toString('latin1'))?.[0] ?? '')

/** While the receiver answers its eightieth email: much is left, and all connections are busy. */
function atTheEightieth(act: () => void): void {
  sink.script = {
    dot: ({ email }) => {
      if (email === 80) act()
      return undefined
    },
  }
}

describe('the threads of a node', () => {
  it('send every email once, and are counted together', async () => {
    await queue(400)
    await start()
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: 400 }))
    expect(messageIds()).toHaveLength(400)
    expect(new Set(messageIds()).size).toBe(400)
    // Each was signed.
    expect(sink.emails[0]?.bytes.toString('latin1')).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256/)
    await eventually(async () => {
      const metrics = await deps.metrics.render()
      expect(metrics).toContain('lettermill_emails_total{status="sent"} 400\n')
      expect(metrics).toContain('lettermill_send_threads 2\n')
      const open = Number(/^lettermill_database_connections\{state="open"\} (\d+)$/m.exec(metrics)?.[1])
      expect(open).toBeGreaterThan(2)
      // Three each, and the listening one of the main thread among its own.
      expect(open - deps.database.pool.totalCount).toBeLessThanOrEqual(6)
    })
  })

  it('have the connections of the node together', async () => {
    sink.script = { dot: { hang: true } }
    await queue(300)
    await start()
    await eventually(() => expect(sink.open.size).toBe(CONNECTIONS))
    const { rows } = await sql<{ owner: string }>`
      select distinct lease_owner as owner from email_queue where status = 'SENDING'`.execute(
      test.deps.database.db,
    )
    expect(rows.map(({ owner }) => owner).toSorted()).toEqual(
      threads.sending.map(({ owner }) => owner).toSorted(),
    )
    await sleep(500)
    expect(sink.open.size).toBe(CONNECTIONS)
    expect(sink.connections).toBe(CONNECTIONS)
  })

  it('keep to the rate of a project together', async () => {
    const rate = 20
    await queue(300)
    await start({ SEND_RATE_PER_SECOND: String(rate) })
    await eventually(() => expect(sink.emails.length).toBeGreaterThan(0))
    const [began, before] = [performance.now(), sink.emails.length]
    await sleep(5_000)
    const sent = sink.emails.length - before
    const seconds = (performance.now() - began) / 1000
    // What a bucket holds, half a second's worth, may leave at once, and what was claimed just before as well.
    expect(sent).toBeLessThanOrEqual(rate * (seconds + 1.5))
    expect(sent).toBeGreaterThanOrEqual(rate * (seconds - 2.5))
  })

  it('let no project wait for the emails of another', async () => {
    const other = await inFreshProject(test)
    const sender = `news@${await verifiedDomain(other)}`
    await queue(3_000)
    await start()
    await eventually(() => expect(sink.emails.length).toBeGreaterThan(100))
    await queue(1, { owner: other, sender })
    await eventually(() =>
      expect(sink.emails.some((email) => email.from.includes(sender.slice(5)))).toBe(true),
    )
    expect((await countByStatus(test))['QUEUED']).toBeGreaterThan(500)
  })

  it('ask the main thread for what all share: templates with code, and room for large attachments', async () => {
    await start()
    const file = Buffer.alloc(1_500_000, 'attachment').toString('base64')
    await sendOne(own, { from, body: '<p>{% for n in (1..3) %}{{ n }}-{% endfor %}</p>' })
    await sendOne(own, {
      from,
      attachments: [{ filename: 'large.txt', content: file, contentType: 'text/plain' }],
    })
    await eventually(() => expect(sink.emails).toHaveLength(2))
    const [small, large] = sink.emails.toSorted((one, other) => one.bytes.length - other.bytes.length)
    expect(small?.bytes.toString('latin1')).toContain('<p>1-2-3-</p>')
    expect(large?.bytes.length).toBeGreaterThan(2_000_000)
  })

  it('say with one voice that the relay does not take email, and send when it does', async () => {
    sink.script = { greeting: { pieces: ['421 4.3.2 Service not available\r\n'], drop: true } }
    await queue(60)
    await start()
    await eventually(() => expect([...deps.lifecycle.warnings.keys()]).toEqual(['transport']))
    await eventually(async () =>
      expect(await deps.metrics.render()).not.toMatch(/lettermill_transport_trouble_seconds\S* 0\n/),
    )
    sink.script = {}
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: 60 }))
    await eventually(async () => {
      expect([...deps.lifecycle.warnings]).toEqual([])
      expect(await deps.metrics.render()).toMatch(/lettermill_transport_trouble_seconds\S* 0\n/)
    })
  })

  it('stop without cutting off an email, and give back what has not begun', async () => {
    await start()
    const stopped = Promise.withResolvers<void>()
    atTheEightieth(() => stopped.resolve(threads.stop()))
    await queue(1_000)
    await stopped.promise
    const counts = await countByStatus(test)
    expect(Object.keys(counts).toSorted()).toEqual(['QUEUED', 'SENT'])
    expect(sink.emails).toHaveLength(counts['SENT'] ?? 0)
    expect(new Set(messageIds()).size).toBe(counts['SENT'])
    const { rows } = await sql`select distinct attempts from email_queue`.execute(test.deps.database.db)
    expect(rows).toEqual([{ attempts: 0 }])
    expect(threads.sending).toEqual([])
  })

  it('become more while those there are compute all the time', async () => {
    await start({}, { least: 1 })
    await sleep(700)
    expect(threads.sending).toHaveLength(1)
    orders.postMessage('compute' satisfies Order)
    await eventually(() => expect(threads.sending).toHaveLength(2))
  })
})

describe('a thread that ends in the middle of sending', () => {
  const kill: Record<string, () => void> = {
    'is ended from outside': () => void threads.sending[0]?.end(),
    'meets an error that nobody catches': () => orders.postMessage('throw' satisfies Order),
    leaves: () => orders.postMessage('exit' satisfies Order),
    'runs out of memory': () => orders.postMessage('eat memory' satisfies Order),
  }

  it.each(Object.keys(kill))('because it %s is replaced; nothing is lost', async (how) => {
    await queue(300)
    atTheEightieth(() => kill[how]?.())
    await start()
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: 300 }))
    expect(new Set(messageIds()).size).toBe(300)
    // At most one per connection of that thread, which had half of them, or all before the other one came up.
    expect(sink.emails.length - 300).toBeLessThanOrEqual(CONNECTIONS)
    expect(await deps.metrics.render()).toContain('lettermill_send_thread_deaths_total 1\n')
    await eventually(() => expect(threads.sending).toHaveLength(2))
    expect(deps.lifecycle.troubles.size).toBe(0)
  })

  it('because it hangs is noticed, ended and replaced', async () => {
    await start({}, { silentLooks: 16 })
    const before = new Set(threads.sending)
    orders.postMessage('hang' satisfies Order)
    await eventually(() => {
      expect(threads.sending).toHaveLength(2)
      expect(threads.sending.every((thread) => before.has(thread))).toBe(false)
    })
    await queue(10)
    await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: 10 }))
  })

  it('and was the only one makes the node not ready until another sends', async () => {
    await start({ SEND_THREADS: '1' }, { least: 1 })
    await threads.sending[0]?.end()
    await eventually(() =>
      expect([...deps.lifecycle.troubles.values()].join()).toContain('No thread for sending email runs'),
    )
    await eventually(() => expect(deps.lifecycle.troubles.size).toBe(0))
    expect(threads.sending).toHaveLength(1)
  })
})
