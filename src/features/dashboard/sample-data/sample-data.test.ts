import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

type Contacts = { contacts: { email: string; data: object }[]; total: number }

describe('/sample-data', () => {
  it('adds contacts, events, topics, templates and a form once, and removes them again', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/contacts'], { body: { email: 'own@example.com' } })
    const add = () => call(app, ['POST', '/sample-data'])
    const read = async (path: string) => (await call(app, ['GET', path])).json<Contacts>().total
    const counts = () =>
      Promise.all(
        [
          '/contacts',
          '/templates',
          '/topics',
          '/forms',
          '/campaigns',
          '/workflows',
          '/segments',
          '/emails',
          '/events',
        ].map(read),
      )
    const before = await counts()
    const first = await add()
    expect([first.statusCode, first.json()]).toMatchObject([
      201,
      { contacts: 40, events: 107, topics: 2, forms: 1, campaigns: 2 },
    ])
    expect((await add()).json()).toMatchObject({ contacts: 40, events: 0, topics: 0, forms: 0, campaigns: 0 })
    const [contacts_, templates, topics, forms, campaigns, workflows, segments] = await counts()
    expect([contacts_, templates, topics, forms, campaigns, workflows, segments]).toEqual([
      41, 2, 2, 1, 2, 1, 1,
    ])
    const { contacts } = (
      await call(app, ['GET', '/contacts'], { query: { search: 'ada@' } })
    ).json<Contacts>()
    expect(contacts[0]).toMatchObject({
      email: 'ada@sample.example',
      data: { firstName: 'Ada', lastName: 'Lovelace', plan: 'pro', country: 'GB' },
      topics: { offers: true },
    })
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    expect(await counts()).toEqual(before)
  })

  it('has topics with choices, and a template that uses one', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/sample-data'])
    const { topics } = (await call(app, ['GET', '/topics'])).json<{ topics: object[] }>()
    expect(topics).toMatchObject([
      { key: 'offers', optIn: 'explicit', contacts: { in: 10, out: 0 } },
      { key: 'product-news', optIn: 'implied', contacts: { in: 32, out: 4 } },
    ])
    const template = await call(app, ['GET', '/templates/sample-product-news'])
    expect(template.json()).toMatchObject({ type: 'MARKETING', topic: 'product-news' })
  })

  it('leaves topics that are not its own, or that others use', async () => {
    const app = await inFreshProject(test)
    const own = { key: 'offers', name: 'Our offers', optIn: 'implied' }
    await call(app, ['POST', '/topics'], { body: own })
    expect((await call(app, ['POST', '/sample-data'])).json()).toMatchObject({ topics: 1 })
    const body = { email: 'own@example.com', topics: { 'product-news': false } }
    await call(app, ['POST', '/contacts'], { body })
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    const { topics } = (await call(app, ['GET', '/topics'])).json<{ topics: object[] }>()
    expect(topics).toMatchObject([{ key: 'product-news' }, own])
  })

  it('has a form that works, which stays once somebody has signed up with it', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/sample-data'])
    const read = async () =>
      (await call(app, ['GET', '/forms'])).json<{ forms: { id: string; name: string; topics: string[] }[] }>()
        .forms
    const [form] = await read()
    expect(form).toMatchObject({ name: 'Newsletter sign-up', topics: ['product-news'] })
    const body = { email: 'own@example.com', data: { firstName: 'Own' } }
    expect((await call(app, ['POST', `/f/${form?.id}`], { key: null, body })).statusCode).toBe(200)
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    expect(await read()).toMatchObject([{ id: form?.id }])
    const { topics } = (await call(app, ['GET', '/topics'])).json<{ topics: object[] }>()
    expect(topics).toMatchObject([{ key: 'product-news' }])
  })

  it('shows a template that renders', async () => {
    const app = await inFreshProject(test)
    const { templateId } = (await call(app, ['POST', '/sample-data'])).json<{ templateId: string }>()
    const reply = await call(app, ['POST', `/templates/${templateId}/render`], {
      body: { data: { firstName: 'Ada' } },
    })
    expect(reply.json()).toMatchObject({ subject: 'Welcome, Ada' })
  })

  it('has campaigns with a past, whose reports add up, and nothing that waits to be sent', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/sample-data'])
    const { campaigns } = (await call(app, ['GET', '/campaigns'])).json<{
      campaigns: { id: string; name: string; status: string }[]
    }>()
    expect(campaigns.map(({ name, status }) => [name, status])).toEqual([
      ['Three small things (sample)', 'SENT'],
      ['The autumn collection (sample)', 'SENT'],
    ])
    const stats = (await call(app, ['GET', `/campaigns/${campaigns[0]?.id}/stats`])).json<{
      data: Record<string, number>
    }>().data
    expect(stats).toMatchObject({ recipients: 36, queued: 0, bounced: 1 })
    expect(stats['delivered']).toBe(35)
    expect(stats['opened']).toBeGreaterThan(10)
    expect(stats['clicked']).toBeGreaterThan(2)
    const overview = (await call(app, ['GET', '/overview'])).json<{
      days: { sent: number; opened: number; bounced: number }[]
      workflows: { active: number; completed: number; failed: number }[]
      health: { state: string }
    }>()
    const days = overview.days.filter(({ sent, opened }) => sent + opened > 0)
    expect(days.length).toBeGreaterThan(10)
    expect(overview.workflows).toEqual([expect.objectContaining({ failed: 0 })])
    expect(overview.workflows[0]?.active).toBeGreaterThan(5)
    expect(overview.workflows[0]?.completed).toBeGreaterThan(5)
    const waiting = await call(app, ['GET', '/emails'], { query: { status: 'QUEUED' } })
    expect(waiting.json()).toMatchObject({ total: 0 })
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    const after = (await call(app, ['GET', '/overview'])).json<typeof overview>()
    expect(after.days.every(({ sent, opened, bounced }) => sent + opened + bounced === 0)).toBe(true)
  })

  it('tells webhooks and workflows nothing', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/webhooks'], { body: { url: 'https://shop.example/hooks', events: ['*'] } })
    await call(app, ['POST', '/sample-data'])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from announcements where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  it('needs a key that may write', async () => {
    expect((await call(test, ['POST', '/sample-data'], { key: test.project.publicKey })).statusCode).toBe(403)
    expect((await call(test, ['DELETE', '/sample-data'], { key: null })).statusCode).toBe(401)
  })
})
