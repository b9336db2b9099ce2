// The reputation over time: counted with each result, folded by jobs, read by projects and the operator.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, buildKey, inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { buildPerson, callAs } from '../../../../test/support/people.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { foldCounters } from '../../../platform/db/counters.ts'
import { lockEmail } from '../record/end.queries.ts'
import { endReportedEmail } from '../record/reported.service.ts'
import { insertReplyNote } from '../tally/reply-notes.queries.ts'
import { insertStanding } from '../tally/tally.queries.ts'
import { foldReplies } from './fold.service.ts'
import { foldRepliesJob, foldStandingsJob } from './reputation.jobs.ts'

const DAY_MS = 86_400_000

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const db = () => test.deps.database.db
let own: TestApp
beforeEach(async () => {
  sink.script = {}
  await sql`truncate reply_notes, reputation_replies`.execute(db())
  await sql`delete from counters where counter = 'reputation'`.execute(db())
  await sql`delete from counter_deltas where counter = 'reputation'`.execute(db())
  own = await inFreshProject(test)
})

type Counts = { emails: number; accepted: number; deferred: number; bounced: number; complained: number }
type Answer = {
  timezone: string
  from: string
  to: string
  totals: Counts
  days: ({ date: string } & Counts)[]
  providers: ({ provider: string } & Counts)[]
  senders: ({
    id: string
    transport: { id: string; name: string | null } | null
    address: string | null
  } & Counts)[]
}
type Replies = {
  replies: {
    provider: string
    effect: string
    reply: string | null
    emails: number
    since: string
    lastAt: string
  }[]
}

const read = async (query: Record<string, string> = {}) =>
  (await call(own, ['GET', '/reputation'], { query })).json<Answer>()
const readReplies = async (query: Record<string, string> = {}) =>
  (await call(own, ['GET', '/reputation/replies'], { query })).json<Replies>().replies
const fold = () => runJob(test.deps, foldRepliesJob, { payload: {} })

let now: Date
beforeEach(() => {
  now = test.clock.now()
})
const agoOf = (days: number) => new Date(now.getTime() - days * DAY_MS)
const dayOf = (days: number) => agoOf(days).toISOString().slice(0, 10)

/** As a result records it. */
const count = (standing: string, { days = 0, at = agoOf(days), times = 1, app = own } = {}) =>
  db()
    .transaction()
    .execute(async (trx) => {
      const { projectId } = app.project
      for (let n = 0; n < times; n += 1) await insertStanding(trx, { projectId, at, standing })
    })
const note = (standing: string, reply: string, { days = 0, at = agoOf(days), times = 1, app = own } = {}) =>
  db()
    .transaction()
    .execute(async (trx) => {
      const { projectId } = app.project
      for (let n = 0; n < times; n += 1) await insertReplyNote(trx, { projectId, at, standing, reply })
    })

const UNUSUAL_RATE = '421 4.7.28 unusual rate from [203.0.113.9], id 17a2-x9 - gsmtp'

describe('results', () => {
  it('are counted by provider, and their replies grouped', async () => {
    sink.script = {
      rcpt: ({ line }) => {
        if (line.includes('gmail.com')) return UNUSUAL_RATE
        return line.includes('gone') ? '550 5.1.1 user gone unknown' : undefined
      },
    }
    const { id: contactId } = await buildContact(own)
    const addresses = [
      'a@gmail.com',
      'b@gmail.com',
      'gone@shop.test',
      'ann@outlook.com',
      'bounced@inbox.lettermill.test',
    ]
    for (const address of addresses) await makeEmail(own, { address, contactId })
    await delivery.drain(relayTo(sink))
    await fold()
    const { totals, providers, senders } = await read()
    expect(totals).toMatchObject({ emails: 2, accepted: 1, deferred: 2, bounced: 1, complained: 0 })
    expect(providers.map(({ provider }) => provider).slice(0, 2)).toEqual(
      expect.arrayContaining(['microsoft', 'others']),
    )
    expect(providers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ provider: 'google', accepted: 0, deferred: 2 }),
        expect.objectContaining({ provider: 'microsoft', accepted: 1 }),
        expect.objectContaining({ provider: 'others', bounced: 1 }),
      ]),
    )
    expect(senders).toMatchObject([{ id: 'instance', transport: null, address: null }])
    expect(await readReplies()).toMatchObject([
      {
        provider: 'google',
        effect: 'deferred',
        reply: '421 4.7.28 unusual rate from <address>, id <id> - gsmtp',
        emails: 2,
      },
      { provider: 'others', effect: 'refused', reply: '550 5.1.1 user <address> unknown', emails: 1 },
    ])
  })

  it('of reports count on the day on which they come', async () => {
    const { id: contactId, email: address } = await buildContact(own)
    const emailId = await makeEmail(own, { address, contactId })
    await delivery.drain(relayTo(sink))
    const ref = { projectId: own.project.projectId, emailId }
    const reported = { type: 'complained', reason: 'abuse', now: agoOf(-1) } as const
    await db()
      .transaction()
      .execute(async (trx) => {
        const email = await lockEmail(trx, ref)
        if (!email) throw new Error('the email is missing')
        await endReportedEmail(trx, { ref, email, ...reported })
      })
    const tomorrow = dayOf(-1)
    const { days } = await read({ from: dayOf(0), to: tomorrow })
    expect(days).toMatchObject([
      { date: dayOf(0), accepted: 1, complained: 0 },
      { date: tomorrow, accepted: 0, complained: 1 },
    ])
  })
})

describe('GET /reputation', () => {
  it('is empty before the first email', async () => {
    const { totals, days, providers, senders } = await read()
    expect(totals).toEqual({
      emails: 0,
      accepted: 0,
      deferred: 0,
      bounced: 0,
      complained: 0,
      bounceRate: null,
      deferralRate: null,
      complaintRate: null,
    })
    expect([days.length, days.at(-1)?.date, providers, senders]).toEqual([30, dayOf(0), [], []])
  })

  it('has the days, providers and addresses of the range, with their rates', async () => {
    await count('google instance accepted', { times: 3 })
    await count('google instance refused')
    await count('google instance:203.0.113.7 deferred', { times: 4 })
    await count('yahoo instance accepted', { days: 2 })
    await count('yahoo instance accepted', { days: 3 })
    const answer = await read({ from: dayOf(2), to: dayOf(0) })
    expect(answer.days).toMatchObject([
      { date: dayOf(2), emails: 1 },
      { date: dayOf(1), emails: 0 },
      { date: dayOf(0), emails: 4, bounced: 1, bounceRate: 0.25, deferralRate: 0.5 },
    ])
    expect(answer.providers).toMatchObject([
      { provider: 'google', accepted: 3, deferred: 4, bounced: 1 },
      { provider: 'yahoo', accepted: 1 },
    ])
    expect(answer.senders).toMatchObject([
      { id: 'instance', emails: 5 },
      { id: 'instance:203.0.113.7', address: '203.0.113.7', transport: null, deferred: 4 },
    ])
    expect((await read({ provider: 'yahoo' })).totals.emails).toBe(2)
    expect((await read({ sender: 'instance:203.0.113.7' })).totals.deferred).toBe(4)
  })

  it('names the transport, also after it was deleted', async () => {
    const body = { name: 'Relay', type: 'smtp', settings: { host: 'relay.example.net', tls: 'required' } }
    const { id } = (await call(own, ['POST', '/transports'], { body })).json<{ id: string }>()
    await count(`google ${id} accepted`)
    expect((await read()).senders).toMatchObject([{ id, transport: { id, name: 'Relay' }, address: null }])
    await call(own, ['DELETE', `/transports/${id}`])
    expect((await read()).senders).toMatchObject([{ id, transport: { id, name: null } }])
  })

  it.each(['America/Los_Angeles', 'Asia/Kolkata'])('has the days of the project in %s', async (timezone) => {
    await call(own, ['PATCH', '/project'], { body: { timezone } })
    const day = dayOf(4)
    await count('google instance accepted', { at: new Date(`${day}T01:30:00Z`) })
    await count('google instance accepted', { at: new Date(`${day}T23:30:00Z`) })
    const answer = await read()
    expect(answer.timezone).toBe(timezone)
    const found = answer.days.filter(({ emails }) => emails > 0).map(({ date }) => date)
    expect(found).toEqual(timezone.startsWith('America') ? [dayOf(5), day] : [day, dayOf(3)])
  })

  it('does not show those of another project', async () => {
    await count('google instance accepted')
    await note('google instance deferred', 'later')
    await fold()
    const other = await inFreshProject(test)
    expect((await call(other, ['GET', '/reputation'])).json<Answer>().totals.emails).toBe(0)
    expect((await call(other, ['GET', '/reputation/replies'])).json<Replies>().replies).toEqual([])
    expect((await call(other, ['GET', '/reputation/report'])).body.trimEnd().split('\r\n')).toHaveLength(1)
  })

  it.each([
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-02-30' }, 'to'],
    [{ from: '2026-05-02', to: '2026-05-01' }, 'to'],
    [{ from: '2024-05-02', to: '2026-05-01' }, 'from'],
    [{ provider: 'gmail' }, 'provider'],
    [{ sender: 'x'.repeat(101) }, 'sender'],
  ])('refuses %o', async (query: Record<string, string>, field) => {
    for (const path of ['/reputation', '/reputation/report', '/reputation/replies'] as const) {
      const reply = await call(own, ['GET', path], { query })
      expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
    }
  })

  it('takes one day of the range alone', async () => {
    const rangeOf = async (query: Record<string, string>) => {
      const { from, to, days } = await read(query)
      return [from, to, days.length]
    }
    expect(await rangeOf({ from: dayOf(2) })).toEqual([dayOf(2), dayOf(0), 3])
    expect(await rangeOf({ to: '2026-05-31' })).toEqual(['2026-05-02', '2026-05-31', 30])
    expect(await rangeOf({ from: '2020-01-01' })).toEqual(['2020-01-01', '2021-02-03', 400])
    expect(await rangeOf({ from: dayOf(-9) })).toEqual([dayOf(-9), dayOf(-9), 1])
  })

  it('refuses callers without a key, and with a public one', async () => {
    const publicKey = own.project.publicKey
    for (const path of ['/reputation', '/reputation/report', '/reputation/replies'] as const) {
      expect((await call(own, ['GET', path], { key: null })).statusCode).toBe(401)
      expect((await call(own, ['GET', path], { key: publicKey })).statusCode).toBe(403)
      expect(
        (await call(own, ['GET', path], { key: await buildKey(own, { scopes: ['read'] }) })).statusCode,
      ).toBe(200)
      expect(
        (await call(own, ['GET', path], { key: await buildKey(own, { scopes: ['send'] }) })).statusCode,
      ).toBe(403)
    }
  })
})

describe('GET /reputation/report', () => {
  it('has a line per day, provider and address', async () => {
    await count('google instance accepted', { times: 2 })
    await count('google instance reported')
    await count('yahoo instance deferred', { days: 1 })
    const { body, headers } = await call(own, ['GET', '/reputation/report'])
    expect(headers['content-disposition']).toBe('attachment; filename="reputation.csv"')
    expect(body.trimEnd().split('\r\n')).toEqual([
      'day,provider,sender,emails,accepted,deferred,bounced,complained',
      `${dayOf(1)},yahoo,instance,0,0,1,0,0`,
      `${dayOf(0)},google,instance,2,2,0,1,0`,
    ])
  })
})

describe('GET /reputation/replies', () => {
  it('says since when a reply comes, also if that was before the range', async () => {
    await note('google instance deferred', '421 later', { days: 20 })
    await note('google instance deferred', '421 later', { days: 5 })
    await note('google instance deferred', '421 later', { days: 1, times: 2 })
    await note('google instance deferred', '421 gone', { days: 9 })
    await fold()
    expect(await readReplies({ from: dayOf(2) })).toEqual([
      {
        provider: 'google',
        effect: 'deferred',
        reply: '421 later',
        emails: 2,
        since: agoOf(5).toISOString(),
        lastAt: agoOf(1).toISOString(),
      },
    ])
  })

  it('takes provider, address and effect', async () => {
    await note('google instance deferred', 'a')
    await note('yahoo instance:203.0.113.7 refused', 'b', { times: 2 })
    await fold()
    const repliesOf = async (query: Record<string, string>) =>
      (await readReplies(query)).map(({ reply }) => reply)
    expect(await repliesOf({})).toEqual(['b', 'a'])
    expect(await repliesOf({ provider: 'google' })).toEqual(['a'])
    expect(await repliesOf({ sender: 'instance:203.0.113.7' })).toEqual(['b'])
    expect(await repliesOf({ effect: 'deferred' })).toEqual(['a'])
    const wrong = await call(own, ['GET', '/reputation/replies'], { query: { effect: 'accepted' } })
    expect([wrong.statusCode, Object.keys(fieldsOf(wrong))]).toEqual([422, ['effect']])
  })

  it('keeps the 20 most frequent of a day and provider, and sums up the others', async () => {
    for (let n = 1; n <= 25; n += 1) await note('google instance deferred', `reply ${n}`, { times: n })
    await fold()
    const replies = await readReplies()
    expect(replies).toHaveLength(21)
    expect(replies.find(({ reply }) => reply === null)).toMatchObject({ emails: 1 + 2 + 3 + 4 + 5 })
    await note('google instance deferred', 'reply 25')
    await note('google instance deferred', 'a new one')
    await fold()
    expect((await readReplies()).find(({ reply }) => reply === 'reply 25')?.emails).toBe(26)
    expect((await readReplies()).find(({ reply }) => reply === null)?.emails).toBe(16)
  })
})

describe('the jobs', () => {
  const emailsOf = async () => (await readReplies()).reduce((sum, { emails }) => sum + emails, 0)

  it('count each reply once, however often and wherever they run', async () => {
    await note('google instance deferred', 'later', { times: 30 })
    const { signal } = new AbortController()
    await Promise.all([1, 2, 3].map(() => foldReplies(db(), { signal, batch: 7 })))
    await fold()
    expect(await emailsOf()).toBe(30)
  })

  it('lose and double nothing when one breaks in between', async () => {
    await note('google instance deferred', 'later', { times: 5 })
    await sql`alter table reputation_replies add constraint broken check (emails < 5)`.execute(db())
    await expect(fold()).rejects.toThrow(/broken/)
    await sql`alter table reputation_replies drop constraint broken`.execute(db())
    await fold()
    expect(await emailsOf()).toBe(5)
  })

  it('forget the replies of a project that was deleted meanwhile', async () => {
    const gone = await inFreshProject(test)
    await note('google instance deferred', 'later', { app: gone })
    await note('google instance deferred', 'later')
    await sql`delete from api_keys where project_id = ${gone.project.projectId}`.execute(db())
    await sql`delete from projects where id = ${gone.project.projectId}`.execute(db())
    await fold()
    const { rows } = await sql`select from reply_notes`.execute(db())
    expect([await emailsOf(), rows.length]).toEqual([1, 0])
  })

  it('fold old hours into days of the project, twice to the same', async () => {
    await call(own, ['PATCH', '/project'], { body: { timezone: 'America/Los_Angeles' } })
    const day = dayOf(20)
    for (const hour of ['01', '02', '20']) {
      await count('google instance accepted', { at: new Date(`${day}T${hour}:30:00Z`) })
    }
    await count('google instance accepted', { days: 401 })
    await note('google instance deferred', 'old', { days: 402 })
    await fold()
    const before = await read()
    await foldCounters(db())
    for (let n = 0; n < 2; n += 1) await runJob(test.deps, foldStandingsJob, { payload: {} })
    expect(await read()).toEqual(before)
    const { rows } = await sql<{ label: string; value: number }>`
      select label, value from counters where counter = 'reputation' and project_id = ${own.project.projectId}
      order by label`.execute(db())
    expect(rows).toEqual([
      { label: `${dayOf(21)} google instance accepted`, value: 2 },
      { label: `${day} google instance accepted`, value: 1 },
    ])
    const kept = await sql`select from reputation_replies`.execute(db())
    expect(kept.rows).toEqual([])
  })
})

describe('GET /instance/reputation', () => {
  it('has the emails of all projects, for the operator alone', async () => {
    const operator = await buildPerson(own, { role: 'owner', isOperator: true })
    const member = await buildPerson(own, { role: 'owner' })
    await count('google instance accepted')
    await count('google instance accepted', { app: await inFreshProject(test) })
    await note('google instance deferred', 'later')
    await fold()
    const reputation = await callAs(own, operator, ['GET', '/instance/reputation'])
    expect(reputation.json<Answer>()).toMatchObject({ timezone: 'UTC', totals: { accepted: 2 } })
    const replies = await callAs(own, operator, ['GET', '/instance/reputation/replies'])
    expect(replies.json<Replies>().replies).toMatchObject([{ reply: 'later' }])
    for (const path of ['/instance/reputation', '/instance/reputation/replies'] as const) {
      expect((await callAs(own, member, ['GET', path])).statusCode).toBe(403)
      expect((await call(own, ['GET', path])).statusCode).toBe(403)
      expect((await call(own, ['GET', path], { key: null })).statusCode).toBe(401)
      const wrong = await callAs(own, operator, ['GET', path, { query: { from: 'x' } }])
      expect([wrong.statusCode, Object.keys(fieldsOf(wrong))]).toEqual([422, ['from']])
    }
  })
})
