// Every way to unsubscribe drops waiting marketing email in the same transaction and keeps transactional email; subscribing
// again does not bring it back.
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, buildImport, inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { drain } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { send } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { countDeadlocks } from '../../../../test/support/database/deadlocks.ts'

const test = useTestApp()
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

type Person = { id: string; email: string }

const post = (path: string, body: object, options: object = {}) =>
  call(own, ['POST', path], { body: body as Record<string, unknown>, ...options })

const ROADS: Record<string, (person: Person) => Promise<unknown>> = {
  'PATCH /contacts/{id}': ({ id }) =>
    call(own, ['PATCH', `/contacts/${id}`], { body: { subscribed: false } }),
  'POST /contacts': ({ email }) => post('/contacts', { email, subscribed: false }),
  'POST /contacts with an Idempotency-Key': ({ email }) =>
    post('/contacts', { email, subscribed: false }, { headers: { 'idempotency-key': crypto.randomUUID() } }),
  'a bulk action by ids': async ({ id }) => {
    await post('/contacts/bulk', { action: 'unsubscribe', ids: [id] })
    await drain(test.deps)
  },
  'a bulk action by filter': async ({ email }) => {
    await post('/contacts/bulk', { action: 'unsubscribe', filter: { search: email } })
    await drain(test.deps)
  },
  'an import': ({ email }) => buildImport(own, `email,subscribed\n${email},false`),
  'POST /v1/track': ({ email }) => post('/v1/track', { email, event: 'left', subscribed: false }),
  'POST /v1/track with a public key': ({ email }) =>
    post('/v1/track', { email, event: 'left', subscribed: false }, { key: own.project.publicKey }),
  'POST /v1/track with an Idempotency-Key': ({ email }) =>
    post(
      '/v1/track',
      { email, event: 'left', subscribed: false },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    ),
  'POST /v1/send': ({ email }) => send(own, { to: email, subscribed: false }),
}

const later = () => new Date(test.clock.now().getTime() + 3_600_000)

const makeWaiting = ({ id: contactId, email: address }: Person, lane: 'marketing' | 'transactional') =>
  makeEmail(own, { contactId, address, lane, scheduledFor: later() })

const stateOf = async (id: string) => {
  const { status, reason } = (await call(own, ['GET', `/emails/${id}`])).json<Record<string, string | null>>()
  return [status, reason]
}

describe('unsubscribing', () => {
  it.each(Object.entries(ROADS))(
    'by %s drops waiting marketing email at once and for good',
    async (_name, leave) => {
      const [person, other] = [await buildContact(own), await buildContact(own)]
      const dropped = await makeWaiting(person, 'marketing')
      const kept = [await makeWaiting(person, 'transactional'), await makeWaiting(other, 'marketing')]
      await leave(person)
      expect(await stateOf(dropped)).toEqual(['SUPPRESSED', 'unsubscribed'])
      for (const id of kept) expect(await stateOf(id)).toEqual(['SCHEDULED', null])
      await call(own, ['PATCH', `/contacts/${person.id}`], { body: { subscribed: true } })
      expect(await stateOf(dropped)).toEqual(['SUPPRESSED', 'unsubscribed'])
    },
  )

  it('in many ways at the same time drops each email once, without a deadlock', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => buildContact(own)))
    const emails: string[] = []
    for (const person of people) {
      for (let n = 0; n < 5; n += 1) emails.push(await makeWaiting(person, 'marketing'))
    }
    await Promise.all(people.flatMap((person) => Object.values(ROADS).map((leave) => leave(person))))
    await drain(test.deps)
    for (const id of emails) expect(await stateOf(id)).toEqual(['SUPPRESSED', 'unsubscribed'])
    const { events } = (
      await call(own, ['GET', '/events'], { query: { name: 'email.suppressed', limit: '100' } })
    ).json<{
      events: unknown[]
    }>()
    expect(events).toHaveLength(emails.length)
    expect(await countDeadlocks(test)).toBe(0)
  })
})
