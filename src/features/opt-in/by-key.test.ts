// Sign-ups by keys: POST /v1/track with a public key, and `confirm` with a secret one.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildContact,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
} from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import {
  linkOf,
  newNetwork,
  pressButton,
  readConfirmationEmails,
  setSender,
  signUpByKey,
} from './fixtures/opt-in-steps.ts'

const test = useTestApp()
let app: TestApp
let email: string
beforeEach(async () => {
  app = await inFreshProject(test)
  email = newAddress()
  await setSender(app)
  await buildTopic(app, { key: 'news' })
  await buildTopic(app, { key: 'offers', optIn: 'explicit' })
})

const enable = () => call(app, ['PATCH', '/project'], { body: { doubleOptIn: { enabled: true } } })
const track = (body: object = {}, headers: Record<string, string> = {}) =>
  signUpByKey(app, { email, network: newNetwork(), body, headers })
const contact = () => readContact(app, email)
const stateOf = async () => (await contact())?.subscriptionState
const emailsOf = () => readConfirmationEmails(app, email)

describe('POST /v1/track with a public key', () => {
  it('subscribes new contacts at once, and sends nothing', async () => {
    await track({ topics: { news: true } })
    expect(await contact()).toMatchObject({ subscriptionState: 'SUBSCRIBED', topics: { news: true } })
    expect(await emailsOf()).toEqual([])
  })

  it('lets the wish of who left wait, in the language of the browser, until the button is pressed', async () => {
    await buildContact(app, { email, subscribed: false })
    const reply = await track({ topics: { news: true, offers: false } }, { 'accept-language': 'de' })
    expect(reply.statusCode).toBe(200)
    expect(await contact()).toMatchObject({ subscriptionState: 'LEFT', topics: { offers: false } })
    expect(await emailsOf()).toMatchObject([{ subject: expect.stringContaining('Bitte') as string }])
    await pressButton(app, await linkOf(app, email))
    expect(await contact()).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      topics: { news: true, offers: false },
    })
  })

  it('lets new topics of a subscribed contact wait', async () => {
    const { id } = await buildContact(app, { email })
    await track({ subscribed: undefined, topics: { offers: true } })
    expect(await contact()).toMatchObject({ subscriptionState: 'SUBSCRIBED', topics: {} })
    expect(await emailsOf()).toHaveLength(1)
    await pressButton(app, await linkOf(app, email))
    expect(await contact()).toMatchObject({ topics: { offers: true } })
    expect(await readEventNames(app, id)).toContain('contact.topic_joined')
  })

  it('asks nobody who has nothing to confirm', async () => {
    await buildContact(app, { email })
    await track({ topics: { news: true } })
    await track({ subscribed: undefined })
    await track({ subscribed: false, topics: { offers: true } })
    expect(await emailsOf()).toEqual([])
    expect(await stateOf()).toBe('LEFT')
  })

  it('ignores wishes of known contacts if the project only appends', async () => {
    await call(app, ['PATCH', '/project'], { body: { publicTracking: 'append' } })
    await buildContact(app, { email, subscribed: false })
    await track({ topics: { news: true } })
    expect([await stateOf(), await emailsOf()]).toEqual(['LEFT', []])
  })

  it('asks once for one event, also if the first call was interrupted before it asked', async () => {
    await buildContact(app, { email, subscribed: false })
    const body = { id: 'once', topics: { news: true } }
    await track(body)
    await sql`delete from confirmations where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    await sql`delete from sent_confirmations where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    await sql`delete from email_queue where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    await track(body)
    await track(body)
    expect(await emailsOf()).toHaveLength(1)
  })

  it('asks in the transaction of an Idempotency-Key', async () => {
    await buildContact(app, { email, subscribed: false })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [await track({}, headers), await track({}, headers)]
    expect([again.headers['idempotency-replayed'], again.json()]).toEqual(['true', first.json()])
    expect(await emailsOf()).toHaveLength(1)
  })

  it('keeps working for a project without a sender', async () => {
    await call(app, ['PATCH', '/project'], { body: { defaultFrom: null } })
    await buildContact(app, { email, subscribed: false })
    expect((await track()).statusCode).toBe(200)
    expect([await stateOf(), await emailsOf()]).toEqual(['LEFT', []])
  })
})

describe('POST /v1/track with a public key and double opt-in', () => {
  beforeEach(enable)

  it('makes a new contact PENDING that wishes to subscribe, or to join a topic', async () => {
    await track({ topics: { news: true, offers: false } })
    expect(await contact()).toMatchObject({ subscriptionState: 'PENDING', topics: { offers: false } })
    expect(await emailsOf()).toHaveLength(1)
    email = newAddress()
    await track({ subscribed: undefined, topics: { news: true } })
    expect([await stateOf(), (await emailsOf()).length]).toEqual(['PENDING', 1])
    await pressButton(app, await linkOf(app, email))
    expect(await contact()).toMatchObject({ subscriptionState: 'SUBSCRIBED', topics: { news: true } })
  })

  it('never subscribes without a wish: a new contact was never asked', async () => {
    await track({ subscribed: undefined })
    expect([await stateOf(), await emailsOf()]).toEqual(['NEVER_ASKED', []])
    await track()
    expect([await stateOf(), (await emailsOf()).length]).toEqual(['PENDING', 1])
  })

  it('leaves at once who says so, and a subscribed contact as it is', async () => {
    await track({ subscribed: false })
    expect([await stateOf(), await emailsOf()]).toEqual(['LEFT', []])
    email = newAddress()
    await buildContact(app, { email })
    await track()
    expect([await stateOf(), await emailsOf()]).toEqual(['SUBSCRIBED', []])
  })

  it('does not concern a secret key', async () => {
    await call(app, ['POST', '/v1/track'], { body: { email, event: 'x', topics: { news: true } } })
    expect(await contact()).toMatchObject({ subscriptionState: 'SUBSCRIBED', topics: { news: true } })
  })
})

describe.each([
  ['POST /contacts', '/contacts', {}],
  ['POST /v1/track', '/v1/track', { event: 'signed up' }],
])('%s with confirm', (_name, path, event) => {
  const save = (body: object, options = {}) =>
    call(app, ['POST', path], { body: { email, ...event, confirm: true, ...body }, ...options })

  it('makes a contact PENDING, whatever the project says, until the button is pressed', async () => {
    const reply = await save({ topics: { news: true, offers: false }, data: { plan: 'pro' } })
    expect(reply.statusCode).toBeLessThan(300)
    expect(await contact()).toMatchObject({
      subscriptionState: 'PENDING',
      topics: { offers: false },
      data: { plan: 'pro' },
    })
    expect(await emailsOf()).toHaveLength(1)
    await pressButton(app, await linkOf(app, email))
    expect(await contact()).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      topics: { news: true, offers: false },
    })
  })

  it('makes who left PENDING, and no subscribed contact', async () => {
    await buildContact(app, { email, subscribed: false })
    await save({ subscribed: true })
    expect(await stateOf()).toBe('PENDING')
    email = newAddress()
    await buildContact(app, { email })
    await save({})
    expect([await stateOf(), await emailsOf()]).toEqual(['SUBSCRIBED', []])
  })

  it('refuses to unsubscribe at the same time, and unknown topics', async () => {
    const reply = await save({ subscribed: false })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { confirm: 'custom' }])
    expect((await save({ topics: { other: true } })).statusCode).toBe(422)
    expect((await save({ confirm: 'yes' })).statusCode).toBe(422)
    expect(await contact()).toBeUndefined()
  })
})

describe('POST /contacts with confirm', () => {
  it('answers with the contact as it is now, and the same for an Idempotency-Key', async () => {
    const body = { email, confirm: true }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const reply = await call(app, ['POST', '/contacts'], { body, headers })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { subscribed: false, subscriptionState: 'PENDING', _meta: { isNew: true } },
    ])
    const again = await call(app, ['POST', '/contacts'], { body, headers })
    expect(again.json()).toEqual(reply.json())
    expect((await call(app, ['POST', '/contacts'], { body })).statusCode).toBe(200)
    expect(await emailsOf()).toHaveLength(1)
  })

  it('refuses a pause, which would not be set', async () => {
    const reply = await call(app, ['POST', '/contacts'], {
      body: { email, confirm: true, pausedUntil: null },
    })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { pausedUntil: 'custom' }])
    expect(await emailsOf()).toHaveLength(0)
  })

  it('has no meaning for PATCH', async () => {
    const { id } = await buildContact(app, { email })
    const reply = await call(app, ['PATCH', `/contacts/${id}`], { body: { confirm: true } })
    expect(reply.statusCode).toBe(422)
  })
})
