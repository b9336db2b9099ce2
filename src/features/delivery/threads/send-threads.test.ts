// Real threads with real connections: which emails are sent, how often, and what happens when a thread dies.
import { setEnvironmentData } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../test/support/eventually.ts'
import { inFreshProject, makeEmail, multiplyEmail } from '../../../../test/support/factories.ts'
import { buildDomain } from '../../../../test/support/feature-steps.ts'
import { sendOne } from '../../../../test/support/send-steps.ts'
import { holdAnswers, useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { buildTestDeps, useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import type { Deps } from '../../../platform/deps.ts'
import { MORTALS, ORDERS } from './fixtures/orders.ts'
import type { Order } from './fixtures/orders.ts'
import { createSendThreads } from './send-threads.service.ts'
import type { SendThreads, SendThreadsOptions } from './send-threads.service.ts'

const CONNECTIONS = 50

// Seconds in a real node: before a thread is replaced, and before others may claim its emails.
const PAUSES = { firstPauseMs: 20, releaseAfterMs: 300 }

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
  own = await inFreshProject(test)
  from = `shop@${await verifiedDomain(own)}`
})

async function verifiedDomain(owner: TestApp): Promise<string> {
  const { id, domain } = await buildDomain(owner)
  await sql`update domains set status = 'VERIFIED', verified_at = now() where id = ${id}`.execute(
    test.deps.database.db,
  )
  return domain
}

type Options = Pick<SendThreadsOptions, 'least' | 'silentChecks'>

/** A node for the tests of a group, with two threads or with other settings. Starting a thread takes a second. */
function useThreads(settings: Record<string, string> = {}, options: Options = {}): void {
  beforeAll(async () => {
    mortals[0] = 1
    // An earlier group of tests may have left some.
    await sql`truncate email_queue, emails`.execute(test.deps.database.db)
    deps = buildTestDeps(test.url, {
      MAIL_TRANSPORT: `smtp://127.0.0.1:${sink.port}`,
      SEND_RATE_PER_SECOND: '0',
      SEND_THREADS: '2',
      PUBLIC_URL: 'https://mail.shop.test',
      ...settings,
    })
    const entry = new URL('fixtures/mortal-thread.ts', import.meta.url)
    threads = createSendThreads(deps, { entry, isServing: true, least: 2, ...PAUSES, ...options })
    await threads.start([test.url])
    await eventually(() => expect(threads.sending).toHaveLength(options.least ?? 2))
  })
  afterAll(async () => {
    await threads.terminate()
    await deps.threads.close()
    await deps.database.close()
  })
}

/** Queues emails of the project. */
async function queue(count: number, { owner = own, sender = from } = {}): Promise<void> {
  const id = await makeEmail(owner, { content: { fromEmail: sender } })
  await multiplyEmail(test, { id, count })
}

/** The number of emails of the project by status. */
async function countByStatus({ project } = own): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from all_emails where project_id = ${project.projectId} group by 1`.execute(
    test.deps.database.db,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** The threads with claimed emails of the project and no recorded result. */
async function listOwners({ project } = own): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct lease_owner as owner from email_queue
    where status = 'SENDING' and project_id = ${project.projectId} order by 1`.execute(test.deps.database.db)
  return rows.map(({ owner }) => owner)
}

const sendingOwners = () => threads.sending.map(({ owner }) => owner).toSorted()

/** A figure of the metrics of the node. */
async function readMetric(name: string): Promise<number> {
  const line = (await deps.metrics.render()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ')[1] ?? 0)
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
  useThreads()

  it('send every email once, and are counted together', async () => {
    const before = await readMetric('lettermill_emails_total{status="sent"}')
    await queue(200)
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 200 }))
    expect(messageIds()).toHaveLength(200)
    expect(new Set(messageIds()).size).toBe(200)
    // Each was signed.
    expect(sink.emails[0]?.bytes.toString('latin1')).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256/)
    await eventually(async () => {
      expect(await readMetric('lettermill_emails_total{status="sent"}')).toBe(before + 200)
      expect(await readMetric('lettermill_send_threads')).toBe(2)
      const open = await readMetric('lettermill_database_connections{state="open"}')
      expect(open).toBeGreaterThan(2)
      // Three each, and the listening one of the main thread among its own.
      expect(open - deps.database.pool.totalCount).toBeLessThanOrEqual(6)
    })
  })

  it('have the connections of the node together', async () => {
    const release = holdAnswers(sink)
    let most = 0
    sink.script.greeting = () => {
      most = Math.max(most, sink.open.size)
      return undefined
    }
    await queue(300)
    await eventually(() => expect(sink.open.size).toBe(CONNECTIONS))
    await eventually(async () => expect(await listOwners()).toEqual(sendingOwners()))
    release()
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 300 }))
    expect(most).toBe(CONNECTIONS)
  })

  it('let no project wait for the emails of another', async () => {
    const other = await inFreshProject(test)
    const sender = `news@${await verifiedDomain(other)}`
    const held: (() => void)[] = []
    const hold = () => ({
      say: '250 2.0.0 queued',
      after: new Promise<void>((resolve) => held.push(resolve)),
    })
    sink.script = { dot: ({ email }) => (email < 100 ? undefined : hold()) }
    await queue(1_000)
    await eventually(() => expect(sink.emails.length).toBeGreaterThan(100))
    await queue(1, { owner: other, sender })
    await eventually(() => {
      for (const answer of held.splice(0, 5)) answer()
      expect(sink.emails.some((email) => email.from.includes(sender.slice(5)))).toBe(true)
    })
    expect((await countByStatus())['QUEUED']).toBeGreaterThan(200)
    sink.script = {}
    for (const answer of held) answer()
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 1_000 }))
  })

  it('ask the main thread for what all share: templates with code, and room for large attachments', async () => {
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
    await eventually(() => expect([...deps.lifecycle.warnings.keys()]).toEqual(['transport']))
    await eventually(async () =>
      expect(await deps.metrics.render()).not.toMatch(/lettermill_transport_trouble_seconds\S* 0\n/),
    )
    sink.script = {}
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 60 }))
    await eventually(async () => {
      expect([...deps.lifecycle.warnings]).toEqual([])
      expect(await deps.metrics.render()).toMatch(/lettermill_transport_trouble_seconds\S* 0\n/)
    })
  })
})

/** Keeps the bucket of the project empty until the function that is returned is called, or the test ends. */
async function emptyBucket({ project, deps: { database } }: TestApp): Promise<() => Promise<void>> {
  await sql`
    create function empty_bucket() returns trigger language plpgsql as $$
    begin new.tokens = 0; return new; end $$`.execute(database.db)
  await sql`
    create trigger empty_bucket before insert or update on send_buckets for each row
    when (new.project_id = ${sql.lit(project.projectId)}) execute function empty_bucket()`.execute(
    database.db,
  )
  const fill = async () => void (await sql`drop function if exists empty_bucket cascade`.execute(database.db))
  onTestFinished(fill)
  return fill
}

describe('the threads of a node with a rate', () => {
  // The bucket of a project is full again within a moment, unless the test keeps it empty.
  useThreads({ SEND_RATE_PER_SECOND: '10000' })

  it('keep to the rate of a project together', async () => {
    const other = await inFreshProject(test)
    const sender = `news@${await verifiedDomain(other)}`
    const fillBucket = await emptyBucket(own)
    await queue(20)
    const owners = new Set<string>()
    // Until each thread has sent some: on a busy machine one of them may claim all that there are.
    for (let queued = 200; owners.size < 2; queued += 200) {
      const release = holdAnswers(sink)
      await queue(200, { owner: other, sender })
      await eventually(async () => expect(await listOwners(other)).not.toEqual([]))
      release()
      await eventually(async () => {
        for (const owner of await listOwners(other)) owners.add(owner)
        expect(await countByStatus(other)).toEqual({ SENT: queued })
      })
    }
    expect(await countByStatus()).toEqual({ QUEUED: 20 })
    await fillBucket()
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 20 }))
  })

  it('stop without cutting off an email, and give back what has not begun', async () => {
    const stopped = Promise.withResolvers<void>()
    atTheEightieth(() => stopped.resolve(threads.stop()))
    await queue(1_000)
    await stopped.promise
    const counts = await countByStatus()
    expect(Object.keys(counts).toSorted()).toEqual(['QUEUED', 'SENT'])
    expect(sink.emails).toHaveLength(counts['SENT'] ?? 0)
    expect(new Set(messageIds()).size).toBe(counts['SENT'])
    const { rows } = await sql`
      select distinct attempts from email_queue where project_id = ${own.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ attempts: 0 }])
    expect(threads.sending).toEqual([])
  })
})

describe('a thread that ends in the middle of sending', () => {
  useThreads()

  const kill: Record<string, () => void> = {
    'meets an error that nobody catches': () => orders.postMessage('throw' satisfies Order),
    leaves: () => orders.postMessage('exit' satisfies Order),
    'runs out of memory': () => orders.postMessage('eat memory' satisfies Order),
    'is ended from outside': () => void threads.sending[0]?.terminate(),
  }

  it.each(Object.keys(kill))('because it %s is replaced; nothing is lost', async (how) => {
    const deaths = await readMetric('lettermill_send_thread_deaths_total')
    // Its replacement obeys the next order.
    mortals[0] = 1
    const release = holdAnswers(sink)
    await queue(200)
    await eventually(async () => expect(await listOwners()).toEqual(sendingOwners()))
    kill[how]?.()
    await eventually(async () =>
      expect(await readMetric('lettermill_send_thread_deaths_total')).toBe(deaths + 1),
    )
    release()
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 200 }))
    expect(new Set(messageIds()).size).toBe(200)
    // At most one per connection of that thread, which had half of them.
    expect(sink.emails.length - 200).toBeLessThanOrEqual(CONNECTIONS / 2)
    await eventually(() => expect(threads.sending).toHaveLength(2))
    expect(await readMetric('lettermill_send_thread_deaths_total')).toBe(deaths + 1)
    expect(deps.lifecycle.troubles.size).toBe(0)
  })
})

describe('the only thread of a node', () => {
  useThreads({ SEND_THREADS: '1' }, { least: 1, silentChecks: 8 })

  it('is terminated and replaced when it hangs; the node is not ready until the new one sends', async () => {
    orders.postMessage('hang' satisfies Order)
    await eventually(() =>
      expect([...deps.lifecycle.troubles.values()].join()).toContain('No sending thread runs'),
    )
    await eventually(() => expect(deps.lifecycle.troubles.size).toBe(0))
    await queue(10)
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 10 }))
  })
})

describe('a thread that computes all the time', () => {
  useThreads({}, { least: 1 })

  it('gets another one beside it', async () => {
    // No second one was loaded so far.
    expect(mortals[0]).toBe(0)
    orders.postMessage('compute' satisfies Order)
    await eventually(() => expect(threads.sending).toHaveLength(2))
  })
})

describe('a thread that has email on all its connections', () => {
  useThreads({ MAIL_CONNECTIONS: '5' }, { least: 1 })

  it('gets another one beside it, which has the rest of the connections', async () => {
    const release = holdAnswers(sink)
    await queue(20)
    await eventually(() => expect(sink.open.size).toBe(5))
    expect(threads.sending).toHaveLength(2)
    release()
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 20 }))
  })
})

describe('threads of a node whose relay allows few connections', () => {
  useThreads()

  it('send every email once at its first attempt, and raise no alarm', async () => {
    let allowed = 1
    sink.script = {
      greeting: () =>
        sink.open.size > allowed
          ? { pieces: ['421 4.7.0 Error: too many connections\r\n'], drop: true }
          : undefined,
    }
    const release = holdAnswers(sink)
    await queue(200)
    // One thread has the only connection, and the other one none.
    await eventually(async () => {
      expect(await readMetric('lettermill_connections{state="open"}')).toBe(1)
      expect(await readMetric('lettermill_connections{state="allowed"}')).toBe(1)
    })
    release()
    await eventually(() => expect(sink.emails.length).toBeGreaterThan(20))
    allowed = 3
    await eventually(async () => expect(await countByStatus()).toEqual({ SENT: 200 }))
    expect(messageIds()).toHaveLength(200)
    expect(new Set(messageIds()).size).toBe(200)
    const { rows } = await sql`
      select attempts, reason, count(*)::int as count from emails
      where project_id = ${own.project.projectId} group by 1, 2`.execute(test.deps.database.db)
    expect(rows).toEqual([{ attempts: 1, reason: null, count: 200 }])
    // An alarm would be an event of the email that raised it.
    const events = sql`select from email_events where project_id = ${own.project.projectId}`
    expect((await events.execute(test.deps.database.db)).rows).toEqual([])
    expect([...deps.lifecycle.warnings]).toEqual([])
  })
})
