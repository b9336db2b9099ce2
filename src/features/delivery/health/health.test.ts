// The health of a project for its owner: read, warned, paused, resumed; and the effect of a pause on the queue.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import {
  buildContact,
  buildKey,
  inFreshProject,
  makeEmail,
  newAddress,
} from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { foldCounters } from '../../../platform/db/counters.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { readReply } from '../../../platform/email/smtp/smtp-replies.ts'
import type { Transport } from '../../../platform/email/transport.ts'
import { foldTalliesJob } from '../retention/retention.jobs.ts'
import { judgeHealthJob } from './health.jobs.ts'
import { judgeHealth } from './health.service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

type Health = {
  state: string
  reason: string | null
  bounceRate24h: number
  bounceRate7d: number
  complaintRate24h: number
  emails24h: number
  emails7d: number
  changedAt: string | null
  advice: string
}

const readHealth = async (app = own) => (await call(app, ['GET', '/project/health'])).json<Health>()
const resume = (app = own, key = app.project.secretKey) =>
  call(app, ['POST', '/project/health/resume'], { key })
const judge = () => runJob(test.deps, judgeHealthJob, { payload: {} })

/** Emails by their result, as the engine counts them. */
async function count(
  given: Partial<Record<'sent' | 'delivered' | 'bounced' | 'complained' | 'reported', number>>,
  { agoMs = 0, app = own }: { agoMs?: number; app?: TestApp } = {},
): Promise<void> {
  const hour = new Date(app.clock.now().getTime() - agoMs).toISOString().slice(0, 13)
  for (const [status, delta] of Object.entries(given)) {
    await app.deps.database.db
      .insertInto('counter_deltas')
      .values({ project_id: app.project.projectId, counter: 'mail', label: `${hour} ${status}`, delta })
      .execute()
  }
}

/** The events of the project itself, oldest first. */
async function readEvents({
  deps,
  project,
}: TestApp): Promise<{ name: string; data: Record<string, unknown> }[]> {
  const { rows } = await sql<{ name: string; data: Record<string, unknown> }>`
    select name, data from events where project_id = ${project.projectId} and name like 'email.%'
      and contact_id is null order by id`.execute(deps.database.db)
  return rows
}
const eventNames = async (app = own) => (await readEvents(app)).map(({ name }) => name)

describe('GET /project/health', () => {
  it('cannot judge a project that has sent nothing', async () => {
    expect(await readHealth()).toEqual({
      state: 'TOO_FEW',
      reason: '0 emails were sent in the last 7 days; rates are judged from 200 on.',
      bounceRate24h: 0,
      bounceRate7d: 0,
      complaintRate24h: 0,
      complaintRate7d: 0,
      emails24h: 0,
      emails7d: 0,
      reportable24h: 0,
      reportable7d: 0,
      refusals: [],
      changedAt: null,
      advice: 'Too few emails to judge. Nothing to do.',
    })
  })

  it('says that there are too few emails to judge, and what to look at all the same', async () => {
    await count({ sent: 49, bounced: 20 })
    expect(await readHealth()).toMatchObject({
      state: 'TOO_FEW',
      reason: '69 emails were sent in the last 7 days; rates are judged from 200 on.',
      advice: expect.stringMatching(/^Too few emails to judge, but some bounced/) as unknown,
    })
    await count({ sent: 131 })
    expect(await readHealth()).toMatchObject({ state: 'GOOD', reason: null, emails7d: 200 })
  })

  it('shows the rates of the day and of the week, folded or not', async () => {
    await count({ sent: 70, delivered: 20, bounced: 10 })
    await foldCounters(own.deps.database.db)
    await count({ sent: 90, complained: 10 }, { agoMs: 3 * DAY_MS })
    await count({ sent: 10_000, bounced: 10_000 }, { agoMs: 8 * DAY_MS })
    expect(await readHealth()).toMatchObject({
      emails24h: 100,
      emails7d: 200,
      bounceRate24h: 0.1,
      bounceRate7d: 0.05,
      complaintRate24h: 0,
      complaintRate7d: 10 / 190,
    })
  })

  it('counts neither deferred email nor that of other projects', async () => {
    await count({ sent: 1, reported: 5 })
    await count({ sent: 7 }, { app: test })
    expect(await readHealth()).toMatchObject({ emails24h: 1, bounceRate24h: 0 })
  })

  it('needs a key that may read', async () => {
    expect((await call(own, ['GET', '/project/health'], { key: null })).statusCode).toBe(401)
    expect((await call(own, ['GET', '/project/health'], { key: own.project.publicKey })).statusCode).toBe(403)
    const key = await buildKey(own, { scopes: ['read'] })
    expect((await call(own, ['GET', '/project/health'], { key })).statusCode).toBe(200)
  })
})

describe('the judge', () => {
  it.each([
    { what: '1.9 % bounces', emails: { sent: 981, bounced: 19 }, state: 'GOOD', news: [] },
    {
      what: '2 % bounces',
      emails: { sent: 980, bounced: 20 },
      state: 'WARNED',
      news: ['email.rate_warning'],
    },
    {
      what: '4.9 % bounces',
      emails: { sent: 951, bounced: 49 },
      state: 'WARNED',
      news: ['email.rate_warning'],
    },
    { what: '5 % bounces', emails: { sent: 950, bounced: 50 }, state: 'PAUSED', news: ['email.paused'] },
    { what: '10 of 199 emails', emails: { sent: 189, bounced: 10 }, state: 'TOO_FEW', news: [] },
    { what: '10 of 200 emails', emails: { sent: 190, bounced: 10 }, state: 'PAUSED', news: ['email.paused'] },
    {
      what: '0.3 % complaints',
      emails: { sent: 997, complained: 3 },
      state: 'PAUSED',
      news: ['email.paused'],
    },
  ])('at $what decides, and records one event', async ({ emails, state, news }) => {
    await count(emails)
    await judge()
    await judge()
    expect((await readHealth()).state).toBe(state)
    expect(await eventNames()).toEqual(news)
  })

  it('puts the rates and the advice into the event', async () => {
    await count({ sent: 900, bounced: 100 })
    await judge()
    expect(await readEvents(own)).toMatchObject([
      {
        name: 'email.paused',
        data: {
          state: 'PAUSED',
          reason: '10 % of the emails of the last 24 hours bounced (1000 emails; the limit is 5 %)',
          bounceRate24h: 0.1,
          emails24h: 1000,
          advice: expect.stringContaining('POST /project/health/resume') as unknown,
        },
      },
    ])
    expect(await readHealth()).toMatchObject({ state: 'PAUSED', changedAt: expect.any(String) as unknown })
    const listed = await call(own, ['GET', '/events'], { query: { name: 'email.paused' } })
    expect(listed.json()).toMatchObject({ total: 1, events: [{ name: 'email.paused', contactId: null }] })
  })

  it('runs several times at the same moment, and one event is recorded', async () => {
    await count({ sent: 900, bounced: 100 })
    const { deps } = own
    await Promise.all(
      Array.from({ length: 6 }, () => judgeHealth(deps.database.db, { now: own.clock.now(), log: deps.log })),
    )
    expect(await eventNames()).toEqual(['email.paused'])
  })

  it('turns a warning into a pause, but never ends a pause', async () => {
    await count({ sent: 970, bounced: 30 })
    await judge()
    await count({ bounced: 30 })
    await judge()
    expect(await eventNames()).toEqual(['email.rate_warning', 'email.paused'])
    await count({ sent: 100_000 })
    await judge()
    expect(await readHealth()).toMatchObject({
      state: 'PAUSED',
      bounceRate24h: expect.closeTo(0.0006, 4) as unknown,
    })
    expect(await eventNames()).toHaveLength(2)
  })

  it('ends a warning when the rates fall, also of a project that sends no more', async () => {
    await count({ sent: 970, bounced: 30 })
    await judge()
    expect(await readHealth()).toMatchObject({ state: 'WARNED', reason: expect.any(String) as unknown })
    test.clock.advance(8 * DAY_MS)
    try {
      await judge()
      expect(await readHealth()).toMatchObject({ state: 'TOO_FEW' })
    } finally {
      test.clock.advance(-8 * DAY_MS)
    }
    expect(await eventNames()).toEqual(['email.rate_warning'])
  })

  it('judges only projects with recent email or reports', async () => {
    await count({ sent: 900, bounced: 100 }, { agoMs: 3 * HOUR_MS })
    await judge()
    expect((await readHealth()).state).toBe('GOOD')
    // A report on an old email.
    await count({ reported: 1 })
    await judge()
    expect((await readHealth()).state).toBe('PAUSED')
  })

  it('judges every project by its own email', async () => {
    const second = await inFreshProject(test)
    await count({ sent: 900, bounced: 100 })
    await count({ sent: 1000 }, { app: second })
    await judge()
    expect((await readHealth()).state).toBe('PAUSED')
    expect((await readHealth(second)).state).toBe('GOOD')
  })
})

describe('POST /project/health/resume', () => {
  const pause = async () => {
    await count({ sent: 900, bounced: 100 })
    await judge()
  }

  it('starts again from nothing: what was sent before is no longer judged', async () => {
    await pause()
    const reply = await resume()
    expect(reply.statusCode).toBe(200)
    expect(reply.json<Health>()).toMatchObject({ state: 'TOO_FEW', emails24h: 0, emails7d: 0 })
    expect(await eventNames()).toEqual(['email.paused', 'email.resumed'])
    await count({ sent: 199 })
    await judge()
    expect(await readHealth()).toMatchObject({ state: 'TOO_FEW', emails24h: 199, bounceRate24h: 0 })
  })

  it('does not stop judging: the same rates pause again', async () => {
    await pause()
    await resume()
    await count({ sent: 180, bounced: 20 })
    await judge()
    expect(await readHealth()).toMatchObject({ state: 'PAUSED', emails24h: 200, bounceRate24h: 0.1 })
    expect(await eventNames()).toEqual(['email.paused', 'email.resumed', 'email.paused'])
  })

  it('still forgives after a day', async () => {
    await pause()
    await resume()
    test.clock.advance(2 * DAY_MS)
    try {
      await count({ sent: 500 })
      await judge()
      expect(await readHealth()).toMatchObject({
        state: 'GOOD',
        emails24h: 500,
        emails7d: 500,
        bounceRate7d: 0,
      })
    } finally {
      test.clock.advance(-2 * DAY_MS)
    }
  })

  it('is refused if nothing is paused, and for the second of two', async () => {
    const early = await resume()
    expect(early.statusCode).toBe(400)
    expect(errorOf(early)).toMatchObject({
      code: 'INVALID_STATE',
      message: 'The marketing email of this project is not paused.',
    })
    await pause()
    const replies = await Promise.all([resume(), resume(), resume()])
    expect(replies.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '400', '400'])
    expect(await eventNames()).toEqual(['email.paused', 'email.resumed'])
  })

  it('needs a key that may do everything', async () => {
    await pause()
    expect((await call(own, ['POST', '/project/health/resume'], { key: null })).statusCode).toBe(401)
    for (const scope of ['read', 'send'] as const) {
      expect((await resume(own, await buildKey(own, { scopes: [scope] }))).statusCode).toBe(403)
    }
    expect((await resume(own, test.other.secretKey)).statusCode).toBe(400)
    expect((await readHealth()).state).toBe('PAUSED')
  })

  it('has one effect with an Idempotency-Key', async () => {
    await pause()
    const headers = { 'idempotency-key': 'resume-1' }
    const first = await call(own, ['POST', '/project/health/resume'], { headers })
    const second = await call(own, ['POST', '/project/health/resume'], { headers })
    expect(second.json()).toEqual(first.json())
    expect(await eventNames()).toEqual(['email.paused', 'email.resumed'])
  })
})

describe('a pause', () => {
  const statusesOf = async (projectId: ProjectId) => {
    const { rows } = await sql<{ lane: number; status: string }>`
      select lane, status from all_emails where project_id = ${projectId} order by lane, id`.execute(
      test.deps.database.db,
    )
    return rows.map(({ lane, status }) => `${lane} ${status}`)
  }

  it('holds marketing email of its project back, and no other email, until it is resumed', async () => {
    const second = await inFreshProject(test)
    await count({ sent: 900, bounced: 100 })
    await judge()
    for (const app of [own, second]) {
      const { id: contactId } = await buildContact(app)
      await makeEmail(app, { contactId, address: newAddress(), lane: 'marketing' })
    }
    await delivery.start()
    await eventually(async () => expect(await statusesOf(second.project.projectId)).toEqual(['1 DELIVERED']))
    await makeEmail(own)
    await eventually(async () =>
      expect(await statusesOf(own.project.projectId)).toEqual(['0 DELIVERED', '1 QUEUED']),
    )
    await resume()
    await eventually(async () =>
      expect(await statusesOf(own.project.projectId)).toEqual(['0 DELIVERED', '1 DELIVERED']),
    )
  })

  it('is the reason of the marketing email that waits for it, and of no other', async () => {
    await count({ sent: 900, bounced: 100 })
    await judge()
    const { id: contactId } = await buildContact(own)
    const news = await makeEmail(own, { contactId, address: newAddress(), lane: 'marketing' })
    const receipt = await makeEmail(own)
    const reasonOf = async (id: string) =>
      (await call(own, ['GET', `/emails/${id}`])).json<{ reason: string | null }>().reason
    expect(await reasonOf(news)).toMatch(
      /^marketing email of this project is paused; GET \/project\/health says why, POST \/project\/health\/resume ends it/,
    )
    expect(await reasonOf(receipt)).toBeNull()
    await resume()
    expect(await reasonOf(news)).toBeNull()
  })
})

describe('refusals that are about the sender', () => {
  type Refusal = {
    receiver: string
    kind: string
    answer: string
    emails: number
    since: string
    lastAt: string
  }
  const readRefusals = async () =>
    (await call(own, ['GET', '/project/health'])).json<{ refusals: Refusal[] }>().refusals

  /** Answers every email with this reply. */
  const refusing = (text: string): Transport => ({
    name: 'refusing',
    limit: createConnectionLimit(),
    send: () => Promise.resolve({ kind: 'rejected', stage: 'dot', reply: readReply([text]) }),
    close: () => Promise.resolve(),
  })

  async function refuse(text: string, addresses: readonly string[]): Promise<void> {
    for (const address of addresses) await makeEmail(own, { address })
    await delivery.drain(refusing(text))
  }

  const BLOCKED =
    '554 5.7.1 <ann@outlook.com>: blocked using zen.spamhaus.org, see https://check.spamhaus.org/'

  it('are shown with who refuses, why, since when, how many and what to do', async () => {
    const from = own.clock.now().toISOString()
    await refuse(BLOCKED, ['ann@outlook.com', 'ben@outlook.com'])
    await refuse('550 5.7.26 This mail is unauthenticated', ['ann@gmail.com'])
    await refuse('550 5.1.1 User unknown', ['nobody@gmail.com'])
    await refuse('552 5.2.2 over quota', ['full@gmail.com'])
    expect(await readRefusals()).toMatchObject([
      {
        receiver: 'outlook.com',
        kind: 'blocklist',
        answer: '<…@outlook.com>: blocked using zen.spamhaus.org, see https://check.spamhaus.org/',
        emails: 2,
        since: expect.any(String) as unknown,
        advice: expect.stringContaining('blocklist') as unknown,
      },
      {
        receiver: 'gmail.com',
        kind: 'authentication',
        emails: 1,
        advice: expect.stringContaining('DMARC') as unknown,
      },
    ])
    const [first] = await readRefusals()
    expect((first?.since ?? '') >= from && (first?.lastAt ?? '') >= (first?.since ?? '')).toBe(true)
    expect(await readRefusals()).toHaveLength(2)
  })

  it('begin anew after a week without one, and are deleted after a month', async () => {
    await refuse(BLOCKED, ['ann@outlook.com'])
    const age = (days: number) =>
      sql`update sender_refusals set first_at = first_at - ${`${days} days`}::interval,
        last_at = last_at - ${`${days} days`}::interval where project_id = ${own.project.projectId}`.execute(
        test.deps.database.db,
      )
    await age(8)
    expect(await readRefusals()).toEqual([])
    await refuse(BLOCKED, ['ben@outlook.com'])
    expect(await readRefusals()).toMatchObject([{ emails: 1 }])
    await refuse(BLOCKED, ['cleo@outlook.com'])
    expect(await readRefusals()).toMatchObject([{ emails: 2 }])
    await age(31)
    await runJob(test.deps, foldTalliesJob, { payload: {} })
    const { rows } =
      await sql`select from sender_refusals where project_id = ${own.project.projectId}`.execute(
        test.deps.database.db,
      )
    expect(rows).toEqual([])
  })

  it('are kept for some hundred receivers at most', async () => {
    await sql`insert into sender_refusals
      select ${own.project.projectId}, 'r' || n || '.com', 'policy', 'no', 1, now(), now()
      from generate_series(1, 200) as n`.execute(test.deps.database.db)
    await refuse('550 5.7.1 rejected by policy', ['ann@r7.com', 'ann@another.com'])
    const { rows } = await sql<{ receiver: string; emails: number }>`
      select receiver, emails from sender_refusals where project_id = ${own.project.projectId}
        and receiver in ('r7.com', 'another.com')`.execute(test.deps.database.db)
    expect(rows).toEqual([{ receiver: 'r7.com', emails: 2 }])
    expect(await readRefusals()).toHaveLength(20)
  })
})

describe('the complaint rate', () => {
  it('counts emails accepted by receivers that report complaints', async () => {
    const accepting: Transport = {
      name: 'accepting',
      limit: createConnectionLimit(),
      send: () => Promise.resolve({ kind: 'accepted', reply: readReply(['250 OK']), isDelivered: false }),
      close: () => Promise.resolve(),
    }
    for (const address of ['a@yahoo.com', 'b@hotmail.fr', 'c@gmail.com', 'd@shop.test']) {
      await makeEmail(own, { address })
    }
    await delivery.drain(accepting)
    expect(await readHealth()).toMatchObject({ emails24h: 4, reportable24h: 2, reportable7d: 2 })
  })
})
