// The state behind `subscribed`: any caller may subscribe a contact that was never asked; only the customer one that has left.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  buildContact,
  buildImport,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
} from '../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../test/support/feature-steps.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { send, sendOne, SENDER } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const test = useTestApp()
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const post = (path: string, body: Record<string, unknown>, options: { key?: string } = {}) =>
  call(own, ['POST', path], { body, ...options })
const track = (body: Record<string, unknown>) => post('/v1/track', { event: 'seen', ...body })
const trackInPublic = (body: Record<string, unknown>) =>
  post('/v1/track', { event: 'seen', ...body }, { key: own.project.publicKey })
const bulk = async (action: string, id: string) => {
  await post('/contacts/bulk', { action, ids: [id] })
  await drain(test.deps)
}
const stateOf = async (email: string) => (await readContact(own, email))?.subscriptionState

/** A contact created by a send. */
async function buildUnasked() {
  const { contact } = await sendOne(own, { to: newAddress() })
  return { id: contact.id ?? '', email: contact.email }
}

describe('a new contact', () => {
  it.each([
    ['a send', 'NEVER_ASKED', (email: string) => send(own, { to: email })],
    ['a send with a name', 'NEVER_ASKED', (email: string) => send(own, { to: { email, name: 'Ann' } })],
    [
      'a send with subscribed: false',
      'NEVER_ASKED',
      (email: string) => send(own, { to: email, subscribed: false }),
    ],
    [
      'a send with subscribed: true',
      'SUBSCRIBED',
      (email: string) => send(own, { to: email, subscribed: true }),
    ],
    ['POST /contacts', 'SUBSCRIBED', (email: string) => post('/contacts', { email })],
    ['POST /contacts with false', 'LEFT', (email: string) => post('/contacts', { email, subscribed: false })],
    ['track', 'SUBSCRIBED', (email: string) => track({ email })],
    ['track with false', 'LEFT', (email: string) => track({ email, subscribed: false })],
    ['track with a public key', 'SUBSCRIBED', (email: string) => trackInPublic({ email })],
    ['an import', 'SUBSCRIBED', (email: string) => buildImport(own, `email\n${email}`)],
    ['an import of false', 'LEFT', (email: string) => buildImport(own, `email,subscribed\n${email},false`)],
    [
      'an import with subscribed=false',
      'NEVER_ASKED',
      (email: string) => buildImport(own, `email\n${email}`, { query: { subscribed: 'false' } }),
    ],
  ])('made by %s is %s', async (_road, state, make) => {
    const email = newAddress()
    await make(email)
    expect(await readContact(own, email)).toMatchObject({
      subscriptionState: state,
      subscribed: state === 'SUBSCRIBED',
    })
  })
})

describe('a contact that was never asked', () => {
  it.each([
    ['a public key', (email: string) => trackInPublic({ email, subscribed: true })],
    ['a secret key', (email: string) => track({ email, subscribed: true })],
    ['POST /contacts', (email: string) => post('/contacts', { email, subscribed: true })],
    [
      'an import',
      (email: string) => buildImport(own, `email,subscribed\n${email},true`, { query: { events: 'true' } }),
    ],
    ['a send', (email: string) => send(own, { to: email, subscribed: true })],
  ])('is subscribed by %s, with one event', async (_road, subscribe) => {
    const { id, email } = await buildUnasked()
    await subscribe(email)
    await subscribe(email)
    expect(await stateOf(email)).toBe('SUBSCRIBED')
    const names = await readEventNames(own, id)
    expect(names.filter((name) => name.startsWith('contact.'))).toEqual([
      'contact.created',
      'contact.subscribed',
    ])
  })

  it.each([
    ['track', 'LEFT', (email: string) => track({ email, subscribed: false })],
    ['a public key', 'LEFT', (email: string) => trackInPublic({ email, subscribed: false })],
    ['POST /contacts', 'LEFT', (email: string) => post('/contacts', { email, subscribed: false })],
    ['an import', 'LEFT', (email: string) => buildImport(own, `email,subscribed\n${email},false`)],
    ['a send', 'NEVER_ASKED', (email: string) => send(own, { to: email, subscribed: false })],
  ])('that is unsubscribed by %s is %s, without an event', async (_road, state, leave) => {
    const { id, email } = await buildUnasked()
    await leave(email)
    expect(await stateOf(email)).toBe(state)
    expect(await readEventNames(own, id)).not.toContain('contact.unsubscribed')
  })

  it('leaves by a bulk action and by PATCH', async () => {
    const [one, other] = [await buildUnasked(), await buildUnasked()]
    await bulk('unsubscribe', one.id)
    await call(own, ['PATCH', `/contacts/${other.id}`], { body: { subscribed: false } })
    expect([await stateOf(one.email), await stateOf(other.email)]).toEqual(['LEFT', 'LEFT'])
  })

  it.each(['track', 'upsert', 'import'])('stays so when a %s does not say', async (road) => {
    const { email } = await buildUnasked()
    if (road === 'track') await track({ email, data: { n: 1 } })
    if (road === 'upsert') await post('/contacts', { email, data: { n: 1 } })
    if (road === 'import') await buildImport(own, `email,n\n${email},1`)
    expect(await readContact(own, email)).toMatchObject({ subscriptionState: 'NEVER_ASKED', data: { n: 1 } })
  })
})

describe('a public key', () => {
  it.each([
    [
      'unsubscribed',
      (id: string) => call(own, ['PATCH', `/contacts/${id}`], { body: { subscribed: false } }),
    ],
    ['was unsubscribed by a bulk action', (id: string) => bulk('unsubscribe', id)],
  ])('never subscribes who %s', async (_why, leave) => {
    const { id, email } = await buildContact(own)
    await leave(id)
    await trackInPublic({ email, subscribed: true })
    expect(await stateOf(email)).toBe('LEFT')
    await track({ email, subscribed: true })
    expect(await stateOf(email)).toBe('SUBSCRIBED')
  })

  it('never subscribes a suppressed address, asked or not', async () => {
    const { email } = await buildUnasked()
    await post('/suppressions', { email })
    await trackInPublic({ email, subscribed: true })
    expect(await stateOf(email)).toBe('NEVER_ASKED')
  })

  it('subscribes nobody who leaves in the same moment', async () => {
    for (let times = 0; times < 10; times += 1) {
      const { id, email } = await buildUnasked()
      await Promise.all([
        ...Array.from({ length: 5 }, () => trackInPublic({ email, subscribed: true })),
        call(own, ['PATCH', `/contacts/${id}`], { body: { subscribed: false } }),
        ...Array.from({ length: 5 }, () => trackInPublic({ email, subscribed: true })),
      ])
      expect(await stateOf(email)).toBe('LEFT')
    }
  })
})

describe('marketing email', () => {
  it('says whether its recipient never subscribed or has left', async () => {
    const { id: template } = await buildTemplate(own, { type: 'MARKETING', from: SENDER })
    const unasked = await buildUnasked()
    const left = await buildContact(own, { subscribed: false })
    const entries = await send(own, {
      to: [unasked.email, left.email, newAddress()],
      template,
      from: undefined,
    })
    expect(entries.map(({ status, reason }) => [status, reason])).toEqual([
      ['SUPPRESSED', 'not_subscribed'],
      ['SUPPRESSED', 'unsubscribed'],
      ['SUPPRESSED', 'not_subscribed'],
    ])
    const email = (await call(own, ['GET', `/emails/${entries[0]?.email}`])).json<Record<string, unknown>>()
    expect(email).toMatchObject({ status: 'SUPPRESSED', reason: 'not_subscribed' })
  })
})

describe('the totals', () => {
  it('count those who are subscribed, whatever state the others are in', async () => {
    const unasked = await buildUnasked()
    await buildContact(own)
    await buildContact(own, { subscribed: false })
    const total = async (subscribed: string) =>
      (await call(own, ['GET', '/contacts'], { query: { subscribed } })).json<{ total: number }>().total
    expect([await total('true'), await total('false')]).toEqual([1, 2])
    await trackInPublic({ email: unasked.email, subscribed: true })
    expect([await total('true'), await total('false')]).toEqual([2, 1])
    await bulk('unsubscribe', unasked.id)
    expect([await total('true'), await total('false')]).toEqual([1, 2])
  })
})

describe('an export that is imported again', () => {
  const statesOf = async (app: TestApp) => {
    const { contacts } = (await call(app, ['GET', '/contacts'], { query: { limit: '100' } })).json<{
      contacts: { email: string; subscriptionState: string }[]
    }>()
    return Object.fromEntries(contacts.map(({ email, subscriptionState }) => [email, subscriptionState]))
  }

  const PEOPLE = {
    'yes@example.com': 'SUBSCRIBED',
    'left@example.com': 'LEFT',
    'never@example.com': 'NEVER_ASKED',
    'pending@example.com': 'PENDING',
  }

  const exportPeople = async (): Promise<string> => {
    await buildContact(own, { email: 'yes@example.com' })
    await buildContact(own, { email: 'left@example.com', subscribed: false })
    await send(own, { to: ['never@example.com', 'pending@example.com'] })
    await sql`
      update contacts set before_subscribing = 'PENDING'
      where project_id = ${own.project.projectId} and email = 'pending@example.com'`.execute(
      test.deps.database.db,
    )
    expect(await statesOf(own)).toEqual(PEOPLE)
    return (await call(own, ['GET', '/contacts/export'])).body
  }

  it('leaves everybody in their state, in the same project and in another', async () => {
    const csv = await exportPeople()
    for (const app of [own, await inFreshProject(test)]) {
      expect(await buildImport(app, csv)).toMatchObject({ status: 'DONE', progress: { done: 4, failed: 0 } })
      expect(await statesOf(app)).toEqual(PEOPLE)
    }
  })

  it('says nothing about people who have made up their minds meanwhile', async () => {
    const csv = await exportPeople()
    await post('/contacts', { email: 'never@example.com', subscribed: true })
    await post('/contacts', { email: 'pending@example.com', subscribed: false })
    await buildImport(own, csv)
    expect(await statesOf(own)).toEqual({
      ...PEOPLE,
      'never@example.com': 'SUBSCRIBED',
      'pending@example.com': 'LEFT',
    })
  })

  it('puts the last row of an address first, and what was said before what was not', async () => {
    const rows = [
      'email,subscriptionState',
      'a@example.com,NEVER_ASKED',
      'a@example.com,SUBSCRIBED',
      'b@example.com,LEFT',
      'b@example.com,NEVER_ASKED',
      'c@example.com,NEVER_ASKED',
      'c@example.com,PENDING',
    ]
    await buildImport(own, rows.join('\n'))
    expect(await statesOf(own)).toEqual({
      'a@example.com': 'SUBSCRIBED',
      'b@example.com': 'LEFT',
      'c@example.com': 'PENDING',
    })
  })

  it('names the row whose state there is not', async () => {
    const job = await buildImport(own, 'email,subscriptionState\na@example.com,MAYBE\n')
    expect(job).toMatchObject({ errors: [{ row: 2, field: 'subscriptionState' }] })
  })
})
