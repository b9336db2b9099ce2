import { describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()

type Contacts = { contacts: { email: string; data: object }[]; total: number }

describe('/sample-data', () => {
  it('adds contacts, events and a template once, and removes them again', async () => {
    const app = await inFreshProject(test)
    await call(app, ['POST', '/contacts'], { body: { email: 'own@example.com' } })
    const add = () => call(app, ['POST', '/sample-data'])
    const read = async (path: string) => (await call(app, ['GET', path])).json<Contacts>().total
    const first = await add()
    expect([first.statusCode, first.json()]).toMatchObject([201, { contacts: 5, events: 9 }])
    expect((await add()).json()).toMatchObject({ contacts: 5, events: 0 })
    expect([await read('/contacts'), await read('/templates')]).toEqual([6, 1])
    const { contacts } = (
      await call(app, ['GET', '/contacts'], { query: { search: 'ada@' } })
    ).json<Contacts>()
    expect(contacts[0]).toMatchObject({
      email: 'ada@sample.example',
      data: { firstName: 'Ada', plan: 'pro', country: 'GB' },
    })
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    expect((await call(app, ['DELETE', '/sample-data'])).statusCode).toBe(204)
    expect([await read('/contacts'), await read('/templates')]).toEqual([1, 0])
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
