import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, buildKey, makeEmail } from '../../../test/support/factories.ts'
import { buildPerson, callAs } from '../../../test/support/people.ts'
import { call, fieldsOf } from '../../../test/support/requests.ts'
import { buildProject, useTestApp } from '../../../test/support/test-app.ts'
import { insertTally } from '../delivery/index.ts'
import { createChangeWatch } from './stream/change-watch.service.ts'
import { sql } from 'kysely'

const test = useTestApp()

type Hit = { kind: string; id: string; title: string }

describe('GET /overview', () => {
  it('counts the emails of each day, and sums up', async () => {
    const { projectId, secretKey } = await buildProject(test.deps)
    const days = (ago: number) => new Date(test.clock.now().getTime() - ago * 86_400_000)
    const tally = (ago: number, what: string, count: number) =>
      sql`with tallied as (${insertTally(sql`select ${projectId}::uuid, ${days(ago)}::timestamptz, ${what}, ${count}::int`)}) select 1`.execute(
        test.deps.database.db,
      )
    await tally(0, 'delivered', 5)
    await tally(0, 'bounced', 1)
    await tally(0, 'opened', 2)
    await tally(0, 'human_opened', 1)
    await tally(3, 'sent', 7)
    await tally(3, 'complained', 2)
    await tally(20, 'sent', 100)
    await tally(40, 'sent', 1000)
    const reply = await call(test, ['GET', '/overview'], { key: secretKey })
    expect(reply.statusCode).toBe(200)
    const body = reply.json<{ days: { date: string; sent: number }[]; totals: object; limits: object }>()
    expect(body.days).toHaveLength(30)
    const file = await call(test, ['GET', '/overview/report'], { key: secretKey })
    expect(file.headers['content-disposition']).toBe('attachment; filename="last-30-days.csv"')
    const lines = file.body.trimEnd().split('\r\n')
    expect([lines[0], lines.length]).toEqual([
      'date,sent,delivered,opened,clicked,bounced,complained',
      1 + body.days.length,
    ])
    expect(lines.at(-1)).toBe(`${days(0).toISOString().slice(0, 10)},6,5,2,0,1,0`)
    expect(body.days.at(-1)).toEqual({
      date: days(0).toISOString().slice(0, 10),
      sent: 6,
      delivered: 5,
      opened: 2,
      clicked: 0,
      bounced: 1,
      complained: 0,
    })
    expect(body.totals).toMatchObject({
      today: { sent: 6 },
      last7Days: { sent: 15, delivered: 14, complained: 2 },
      last30Days: { sent: 115 },
    })
    expect(body.limits).toMatchObject({ bounces: { warning: 0.02 } })
  })

  it('counts days whose hours a job has folded', async () => {
    const { projectId, secretKey } = await buildProject(test.deps)
    const tenDaysAgo = new Date(test.clock.now().getTime() - 10 * 86_400_000)
    // As the job leaves them.
    const label = `${tenDaysAgo.toISOString().slice(0, 10)} sent`
    await sql`insert into counters (project_id, counter, label, value) values (${projectId}, 'mail', ${label}, 4)`.execute(
      test.deps.database.db,
    )
    const reply = await call(test, ['GET', '/overview'], { key: secretKey })
    const { days } = reply.json<{ days: { date: string; sent: number }[] }>()
    expect(days.filter(({ sent }) => sent > 0)).toEqual([
      expect.objectContaining({ date: tenDaysAgo.toISOString().slice(0, 10), sent: 4 }),
    ])
  })

  it.each(['America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata'])(
    'counts by the days of the time zone of the project: %s',
    async (timezone) => {
      const { projectId, secretKey: key } = await buildProject(test.deps)
      await call(test, ['PATCH', '/project'], { key, body: { timezone } })
      const dayIn = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(at)
      const expected = new Map<string, number>()
      for (let hoursAgo = 0; hoursAgo < 72; hoursAgo += 1) {
        const at = new Date(test.clock.now().getTime() - hoursAgo * 3_600_000)
        at.setUTCMinutes(0, 0, 0)
        expected.set(dayIn(at), (expected.get(dayIn(at)) ?? 0) + hoursAgo)
        const row = sql`select ${projectId}::uuid, ${at}::timestamptz, 'delivered', ${hoursAgo}::int`
        await sql`with tallied as (${insertTally(row)}) select 1`.execute(test.deps.database.db)
      }
      const overview = (await call(test, ['GET', '/overview'], { key })).json<{
        timezone: string
        days: { date: string; sent: number }[]
      }>()
      expect(overview.timezone).toBe(timezone)
      expect(overview.days.at(-1)?.date).toBe(dayIn(test.clock.now()))
      const counted = overview.days.filter(({ date }) => expected.has(date))
      expect(new Map(counted.map(({ date, sent }) => [date, sent]))).toEqual(expected)
    },
  )

  it('shows domains with problems and the steps that are done', async () => {
    const { secretKey } = await buildProject(test.deps)
    const post = (path: string, body: object) => call(test, ['POST', path], { key: secretKey, body })
    const read = async () =>
      (await call(test, ['GET', '/overview'], { key: secretKey })).json<{
        steps: { step: string; done: boolean }[]
        troubledDomains: { domain: string; status: string }[]
        contacts: object
      }>()
    const doneSteps = async () => (await read()).steps.filter(({ done }) => done).map(({ step }) => step)
    // The sample data is nobody's step.
    await call(test, ['POST', '/sample-data'], { key: secretKey })
    await eventually(async () => expect(await doneSteps()).toEqual(['create-key']))
    await call(test, ['POST', '/domains'], { key: secretKey, body: { domain: 'new.example.org' } })
    await call(test, ['POST', '/contacts'], { key: secretKey, body: { email: 'a@example.com' } })
    await call(test, ['DELETE', '/sample-data'], { key: secretKey })
    const { troubledDomains, contacts } = await read()
    expect(await doneSteps()).toEqual(['add-audience', 'create-key'])
    expect(troubledDomains).toMatchObject([{ domain: 'new.example.org', status: 'PENDING' }])
    expect(contacts).toEqual({ total: 1, subscribed: 1 })
    await post('/templates', { name: 'Hello', subject: 'Hello', body: '<p>Hello</p>' })
    await post('/webhooks', { url: 'https://shop.example/hooks', events: ['email.delivered'] })
    await post('/v1/send', { to: 'a@example.com', from: 'a@shop.test', subject: 'Hi', body: '<p>Hi</p>' })
    const campaign = {
      name: 'News',
      subject: 'News',
      body: '<p>News</p>',
      from: 'a@shop.test',
      audienceType: 'ALL',
    }
    const { data } = (await post('/campaigns', campaign)).json<{ data: { id: string } }>()
    await post(`/campaigns/${data.id}/send`, {})
    expect(await doneSteps()).toEqual([
      'add-audience',
      'create-template',
      'send-test',
      'send-campaign',
      'create-key',
      'send-email',
      'add-webhook',
    ])
  })

  it('shows what is running: campaigns with their figures, and workflows that are enabled', async () => {
    const { projectId, secretKey: key } = await buildProject(test.deps)
    const post = async (path: string, body: object) =>
      (await call(test, ['POST', path], { key, body })).json<{ id: string; data: { id: string } }>()
    await post('/contacts', { email: 'a@example.com' })
    const campaign = { subject: 'News', body: '<p>News</p>', from: 'a@shop.test', audienceType: 'ALL' }
    const [draft, later, sending] = await Promise.all(
      ['Draft', 'Later', 'Sending'].map((name) => post('/campaigns', { ...campaign, name })),
    )
    const scheduledFor = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    for (const [one, body] of [
      [later, { scheduledFor }],
      [sending, {}],
    ] as const) {
      const sent = await call(test, ['POST', `/campaigns/${one?.data.id}/send`], { key, body })
      expect(sent.statusCode).toBe(200)
    }
    const steps = [{ id: 'wait', type: 'DELAY', config: { until: '09:00', timezone: 'contact' } }]
    const on = await post('/workflows', { name: 'On', eventName: 'a', enabled: true, steps })
    await post('/workflows', { name: 'Off', eventName: 'a', steps })
    const count = (counter: string, label: string, delta: number) =>
      test.deps.database.db
        .insertInto('counter_deltas')
        .values({ project_id: projectId, counter, label, delta })
        .execute()
    for (const [what, delta] of [
      ['DELIVERED', 5],
      ['RETURNED', 2],
      ['opened', 3],
      ['v0 DELIVERED', 9],
    ] as const) {
      await count('campaigns', `${sending?.data.id} ${what}`, delta)
    }
    for (const [status, delta] of [
      ['RUNNING', 1],
      ['WAITING', 4],
      ['COMPLETED', 7],
    ] as const) {
      await count('workflow_executions', `${on.id} ${status}`, delta)
    }
    const overview = (await call(test, ['GET', '/overview'], { key })).json<{
      campaigns: object[]
      workflows: object[]
    }>()
    expect(overview.campaigns).toMatchObject([
      {
        id: sending?.data.id,
        name: 'Sending',
        status: 'SENDING',
        paused: false,
        sent: 7,
        delivered: 5,
        opened: 3,
        clicked: 0,
      },
      { id: later?.data.id, name: 'Later', status: 'SCHEDULED', scheduledAt: scheduledFor, sent: 0 },
    ])
    expect(JSON.stringify(overview)).not.toContain(draft?.data.id)
    expect(overview.workflows).toEqual([{ id: on.id, name: 'On', active: 5, completed: 7, failed: 0 }])
  })

  it('needs the scope read', async () => {
    const key = await buildKey(test, { scopes: ['send'] })
    for (const path of ['/overview', '/overview/report']) {
      expect((await call(test, ['GET', path], { key })).statusCode).toBe(403)
      expect((await call(test, ['GET', path], { key: null })).statusCode).toBe(401)
    }
  })
})

describe('GET /search', () => {
  const search = async (q: string, key?: string) => {
    const reply = await call(test, ['GET', '/search'], { query: { q }, ...(key !== undefined && { key }) })
    return reply.json<{ results: Hit[] }>().results
  }

  it('finds contacts by how they begin and the rest by part of a name', async () => {
    const contact = await buildContact(test, { email: 'newsletter-fan@example.com' })
    const body = { name: 'The Newsletter', subject: 'Hi', body: '<p>Hi</p>' }
    const template = (await call(test, ['POST', '/templates'], { body })).json<{ id: string }>()
    const segment = { name: 'newsletter people', type: 'STATIC' }
    await call(test, ['POST', '/segments'], { body: segment })
    expect(await search('NEWSLETTER')).toEqual(
      expect.arrayContaining([
        { kind: 'contact', id: contact.id, title: 'newsletter-fan@example.com' },
        { kind: 'template', id: template.id, title: 'The Newsletter' },
        expect.objectContaining({ kind: 'segment', title: 'newsletter people' }),
      ]),
    )
    expect(await search('fan@')).toEqual([])
    expect(await search('newsletter', test.other.secretKey)).toEqual([])
    expect(await search('%')).toEqual([])
  })

  it('finds every record by its id, and none of another project', async () => {
    const contact = await buildContact(test)
    const email = await makeEmail(test, {})
    expect(await search(contact.id)).toEqual([{ kind: 'contact', id: contact.id, title: contact.email }])
    expect(await search(email)).toMatchObject([{ kind: 'email', id: email }])
    expect(await search(email, test.other.secretKey)).toEqual([])
  })

  it('shows five of a kind at most', async () => {
    for (let n = 0; n < 7; n += 1) await buildContact(test, { email: `many-${n}@example.com` })
    expect(await search('many-')).toHaveLength(5)
  })

  it('needs a text of bounded length', async () => {
    for (const q of ['', ' ', 'x'.repeat(255)]) {
      const reply = await call(test, ['GET', '/search'], { query: { q } })
      expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, ['q']])
    }
  })
})

describe('the poll for changes', () => {
  it('notifies watchers of a project which topics have changed', async () => {
    const changes = createChangeWatch(test.deps)
    const received: string[][] = []
    const end = changes.watch(test.project.projectId, (topics) => void received.push(topics))
    await changes.poll()
    await changes.poll()
    expect(received).toEqual([])
    await buildContact(test)
    await changes.poll()
    await call(test, ['POST', '/domains'], { body: { domain: 'watched.example.org' } })
    await call(test, ['POST', '/contacts/bulk'], { body: { action: 'subscribe', filter: {} } })
    await call(test, ['POST', '/v1/send'], {
      body: { to: 'a@example.com', from: 'shop@shop.test', subject: 'Hi', body: 'Hi' },
    })
    await changes.poll()
    expect(received).toEqual([
      ['contacts', 'events'],
      ['emails', 'contacts', 'events', 'imports', 'domains'],
    ])
    await buildContact(test)
    end()
    await changes.poll()
    expect(received).toHaveLength(2)
  })
})

describe('GET /stream', () => {
  let url: string
  beforeAll(async () => {
    url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  })

  it('is closed to keys', async () => {
    expect((await callAs(test, { cookie: '' }, ['GET', '/stream'])).statusCode).toBe(401)
    expect((await call(test, ['GET', '/stream'])).statusCode).toBe(403)
  })

  it('is limited per person', async () => {
    const person = await buildPerson(test, { role: 'viewer' })
    const controller = new AbortController()
    const open = () =>
      fetch(`${url}/stream?project=${person.projectId}`, {
        headers: { cookie: person.cookie },
        signal: controller.signal,
      })
    const statuses = []
    for (let n = 0; n < 11; n += 1) statuses.push((await open()).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    controller.abort()
  })

  it('names what changes, to members of the project only', async () => {
    const person = await buildPerson(test, { role: 'viewer' })
    const open = (projectId: string) =>
      fetch(`${url}/stream?project=${projectId}`, { headers: { cookie: person.cookie } })
    expect((await open(test.other.projectId)).status).toBe(403)
    const reply = await open(test.project.projectId)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    let received = ''
    const reading = reply.body?.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write(text) {
          received += text
        },
      }),
    )
    // The first poll is the baseline; later changes are reported.
    await eventually(async () => {
      await buildContact(test)
      expect(received).toMatch(/^retry: 3000\n\n[^]*event: changed\ndata: \{"topics":\[[^\]]*"contacts"/)
    }, 250)
    // A node that stops ends its streams.
    await test.app.close()
    await reading
  })
})
