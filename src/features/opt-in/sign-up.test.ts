// Contacts that are signed up at once, and those whose wish waits for the link in an email.
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildContact, newAddress, readContact, readEventNames } from '../../../test/support/factories.ts'
import type { ContactRecord } from '../../../test/support/factories.ts'
import { buildTopic } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { readConfirmationEmails, setSender, signUp } from './fixtures/opt-in-steps.ts'

const test = useTestApp()

beforeAll(async () => {
  await setSender(test)
  await buildTopic(test, { key: 'news' })
  await buildTopic(test, { key: 'offers', optIn: 'explicit' })
})

const stateOf = async (email: string) => (await readContact(test, email))?.subscriptionState
const topicsOf = async (email: string) => (await readContact(test, email))?.topics

async function buildInState(state: 'SUBSCRIBED' | 'LEFT' | 'NEVER_ASKED', body: object = {}) {
  const reply = await call(test, ['POST', '/contacts'], {
    body: { email: newAddress(), subscribed: state === 'SUBSCRIBED', ...body },
  })
  const contact = reply.json<ContactRecord>()
  if (state === 'NEVER_ASKED') {
    await sql`update contacts set before_subscribing = 'NEVER_ASKED' where id = ${contact.id}`.execute(
      test.deps.database.db,
    )
  }
  return contact
}

describe('without a confirmation', () => {
  it('subscribes a new contact with its topics at once', async () => {
    const email = newAddress()
    const result = await signUp(test, { email, topics: ['news', 'offers'], data: { name: 'Ada' } })
    expect(result).toMatchObject({ isNew: true, isWaiting: false })
    expect(await readContact(test, email)).toMatchObject({
      subscriptionState: 'SUBSCRIBED',
      topics: { news: true, offers: true },
      data: { name: 'Ada' },
    })
    expect(await readConfirmationEmails(test, email)).toEqual([])
  })

  it('subscribes a contact that was never asked', async () => {
    const { email } = await buildInState('NEVER_ASKED')
    await signUp(test, { email, topics: ['offers'] })
    expect([await stateOf(email), await topicsOf(email)]).toEqual(['SUBSCRIBED', { offers: true }])
    expect(await readConfirmationEmails(test, email)).toEqual([])
  })

  it('asks who left, and keeps them out until they confirm', async () => {
    const { email, id } = await buildInState('LEFT')
    expect(await signUp(test, { email, topics: ['news'] })).toMatchObject({ isNew: false, isWaiting: true })
    expect([await stateOf(email), await topicsOf(email)]).toEqual(['LEFT', {}])
    expect(await readConfirmationEmails(test, email)).toMatchObject([
      { address: email, lane: 0, url: expect.stringContaining('/confirm/') as string },
    ])
    expect(await readEventNames(test, id)).toEqual(['contact.created'])
  })

  it('asks a subscribed contact for a new topic, and for one that it left', async () => {
    const { email, id } = await buildInState('SUBSCRIBED', { topics: { news: false } })
    await signUp(test, { email, topics: ['news', 'offers'] })
    expect([await stateOf(email), await topicsOf(email)]).toEqual(['SUBSCRIBED', { news: false }])
    expect(await readConfirmationEmails(test, email)).toHaveLength(1)
    expect(await readEventNames(test, id)).not.toContain('contact.topic_joined')
  })

  it('asks nobody who has everything already', async () => {
    const { email } = await buildInState('SUBSCRIBED', { topics: { offers: true } })
    expect(await signUp(test, { email, topics: ['news', 'offers'] })).toMatchObject({ isWaiting: false })
    expect(await readConfirmationEmails(test, email)).toEqual([])
  })

  it('leaves out a topic that is gone', async () => {
    const email = newAddress()
    await signUp(test, { email, topics: ['gone', 'news'] })
    expect(await topicsOf(email)).toEqual({ news: true })
  })

  it('sends nothing to a suppressed address, and changes nothing', async () => {
    const { email } = await buildInState('LEFT')
    await call(test, ['POST', '/suppressions'], { body: { email } })
    expect(await signUp(test, { email })).toMatchObject({ isWaiting: false })
    expect([await stateOf(email), await readConfirmationEmails(test, email)]).toEqual(['LEFT', []])
    const unknown = newAddress()
    await call(test, ['POST', '/suppressions'], { body: { email: unknown } })
    await signUp(test, { email: unknown, topics: ['news'] })
    expect([await stateOf(unknown), await topicsOf(unknown)]).toEqual(['NEVER_ASKED', {}])
  })
})

describe('with a confirmation', () => {
  it.each(['NEVER_ASKED', 'LEFT'] as const)('makes a contact that is %s PENDING', async (state) => {
    const { email } = await buildInState(state)
    await signUp(test, { email, topics: ['news'], confirm: true })
    expect([await stateOf(email), await topicsOf(email)]).toEqual(['PENDING', {}])
    expect(await readConfirmationEmails(test, email)).toHaveLength(1)
  })

  it('makes a new contact PENDING, with its data and without its topics', async () => {
    const email = newAddress()
    const result = await signUp(test, { email, topics: ['news'], data: { plan: 'pro' }, confirm: true })
    expect(result).toMatchObject({ isNew: true, isWaiting: true, row: { before_subscribing: 'PENDING' } })
    expect(await readContact(test, email)).toMatchObject({ data: { plan: 'pro' }, topics: {} })
    expect(await readEventNames(test, result.contactId)).toEqual(['contact.created'])
  })

  it('leaves a subscribed contact as it is', async () => {
    const { email } = await buildInState('SUBSCRIBED')
    expect(await signUp(test, { email, confirm: true })).toMatchObject({ isWaiting: false })
    expect([await stateOf(email), await readConfirmationEmails(test, email)]).toEqual(['SUBSCRIBED', []])
  })

  it('writes in the language of the contact, else of the browser, else of the project', async () => {
    const [own, browser, project] = [newAddress(), newAddress(), newAddress()]
    await buildContact(test, { email: own, subscribed: false, data: { locale: 'fr-CA' } })
    await signUp(test, { email: own, language: 'de', confirm: true })
    await signUp(test, { email: browser, language: 'de-AT', confirm: true })
    await signUp(test, { email: project, language: 'tlh', confirm: true })
    const subjects = await Promise.all(
      [own, browser, project].map(async (email) => (await readConfirmationEmails(test, email))[0]?.subject),
    )
    expect(subjects.map((subject) => subject?.split(' ')[0])).toEqual(['Veuillez', 'Bitte', 'Please'])
  })
})

describe('the data of a known contact', () => {
  it('is merged, or only added to if the project says so', async () => {
    const { email } = await buildInState('SUBSCRIBED', { data: { plan: 'pro' } })
    await signUp(test, { email, data: { plan: 'free', name: 'Ada' } })
    expect((await readContact(test, email))?.data).toEqual({ plan: 'free', name: 'Ada' })
    await call(test, ['PATCH', '/project'], { body: { publicTracking: 'append' } })
    await signUp(test, { email, data: { plan: 'none', city: 'London' } })
    expect((await readContact(test, email))?.data).toEqual({ plan: 'free', name: 'Ada', city: 'London' })
    const asked = await buildInState('NEVER_ASKED')
    await signUp(test, { email: asked.email, topics: ['news'] })
    expect([await stateOf(asked.email), await topicsOf(asked.email)]).toEqual(['NEVER_ASKED', {}])
    expect(await readConfirmationEmails(test, asked.email)).toHaveLength(1)
    const fresh = newAddress()
    await signUp(test, { email: fresh, topics: ['news'] })
    expect([await stateOf(fresh), await topicsOf(fresh)]).toEqual(['SUBSCRIBED', { news: true }])
    await call(test, ['PATCH', '/project'], { body: { publicTracking: 'full' } })
  })
})
