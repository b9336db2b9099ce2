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
    const counts = () => Promise.all(['/contacts', '/templates', '/topics', '/forms'].map(read))
    const first = await add()
    expect([first.statusCode, first.json()]).toMatchObject([
      201,
      { contacts: 5, events: 9, topics: 2, forms: 1 },
    ])
    expect((await add()).json()).toMatchObject({ contacts: 5, events: 0, topics: 0, forms: 0 })
    expect(await counts()).toEqual([6, 2, 2, 1])
    const { contacts } = (
      await call(app, ['GET', '/contacts'], { query: { search: 'ada@' } })
    ).json<Contacts>()
    expect(contacts[0]).toMatchObject({
      email: 'ada@sample.example',
      data: { firstName: 'Ada', plan: 'pro', country: 'GB' },
      topics: { offers: true },
    })
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    expect(await counts()).toEqual([1, 0, 0, 0])
  })

  it('has topics with choices, and a template that uses one', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/sample-data'])
    const { topics } = (await call(app, ['GET', '/topics'])).json<{ topics: object[] }>()
    expect(topics).toMatchObject([
      { key: 'offers', optIn: 'explicit', contacts: { in: 2, out: 0 } },
      { key: 'product-news', optIn: 'implied', contacts: { in: 3, out: 1 } },
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

  it('needs a key that may write', async () => {
    expect((await call(test, ['POST', '/sample-data'], { key: test.project.publicKey })).statusCode).toBe(403)
    expect((await call(test, ['DELETE', '/sample-data'], { key: null })).statusCode).toBe(401)
  })
})
