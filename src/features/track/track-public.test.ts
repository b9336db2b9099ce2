// The permissions of a public key, which anyone can copy from a web page.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, newAddress, readContact } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { readEvents, readThrottled, track, tracked } from './fixtures/track-steps.ts'

const MINUTE_MS = 60_000
const test = useTestApp()

const inPublic = (app: TestApp, body: object) => tracked(app, body, { key: app.project.publicKey })

describe('a public key', () => {
  it('subscribes new people', async () => {
    const email = newAddress()
    await inPublic(test, { email, event: 'joined', subscribed: true })
    expect(await readContact(test, email)).toMatchObject({ subscribed: true })
  })

  it('never resubscribes a contact that has unsubscribed', async () => {
    const { email } = await buildContact(test, { subscribed: true })
    await tracked(test, { email, event: 'left', subscribed: false })
    await inPublic(test, { email, event: 'joined', subscribed: true })
    expect(await readContact(test, email)).toMatchObject({ subscribed: false })
    await tracked(test, { email, event: 'joined', subscribed: true })
    expect(await readContact(test, email)).toMatchObject({ subscribed: true })
  })

  it('may unsubscribe', async () => {
    const { email } = await buildContact(test, { subscribed: true })
    await inPublic(test, { email, event: 'left', subscribed: false })
    expect(await readContact(test, email)).toMatchObject({ subscribed: false })
  })

  it.each([{ subscribed: true }, {}])('does not subscribe a suppressed address anew: %j', async (given) => {
    const email = newAddress()
    const suppressed = await call(test, ['POST', '/suppressions'], { body: { email } })
    expect(suppressed.statusCode).toBe(201)
    await inPublic(test, { email, event: 'joined', ...given })
    expect(await readContact(test, email)).toMatchObject({ subscribed: false })
  })

  it('is recorded on the event and cannot be forged', async () => {
    const email = newAddress()
    await inPublic(test, { email, event: 'bought', data: { via: 'server', sum: 5 } })
    await tracked(test, { email, event: 'bought', data: { via: 'public', sum: 6 } })
    expect((await readEvents(test, { name: 'bought' })).map(({ data }) => data)).toEqual([
      { sum: 6 },
      { sum: 5, via: 'public' },
    ])
    expect((await readContact(test, email))?.data).toEqual({ sum: 6, via: 'public' })
  })
})

describe("the caller's own id with a public key", () => {
  it('makes the call idempotent, and takes none from the server', async () => {
    const body = { email: newAddress(), event: 'paid', id: 'order-77' }
    const guessed = await inPublic(test, body)
    expect(await inPublic(test, body)).toEqual(guessed)
    const real = await tracked(test, body)
    expect(real.event).not.toBe(guessed.event)
    expect(await readEvents(test, { name: 'paid' })).toHaveLength(2)
  })
})

describe('a flood by a public key', () => {
  const flood = (app: TestApp, times: number, body: object) =>
    Promise.all(Array.from({ length: times }, () => inPublic(app, body)))
  const started = async (app: TestApp) => (await readThrottled(app, 'e')).filter((is) => !is).length

  it('is recorded, but from the 31st of a minute on it starts nothing', async () => {
    const app = await inFreshProject(test)
    const email = newAddress()
    await flood(app, 45, { email, event: 'e' })
    expect(await readThrottled(app, 'e')).toHaveLength(45)
    expect(await started(app)).toBe(30)
  })

  it('is counted by address', async () => {
    const app = await inFreshProject(test)
    for (const email of [newAddress(), newAddress()]) await flood(app, 30, { email, event: 'e' })
    expect(await started(app)).toBe(60)
  })

  it('cannot hide behind the time of the events', async () => {
    const app = await inFreshProject(test)
    const occurredAt = new Date(test.clock.now().getTime() - 10 * MINUTE_MS).toISOString()
    await flood(app, 40, { email: newAddress(), event: 'e', occurredAt })
    expect(await started(app)).toBe(30)
  })

  it('is over when a minute has passed', async () => {
    const app = await inFreshProject(test)
    const email = newAddress()
    await flood(app, 20, { email, event: 'e' })
    test.clock.advance(40_000)
    await flood(app, 15, { email, event: 'e' })
    expect(await started(app)).toBe(30)
    // The first twenty are older than a minute now, the fifteen are not.
    test.clock.advance(30_000)
    await flood(app, 20, { email, event: 'e' })
    expect(await started(app)).toBe(45)
  })

  it('does not throttle events of a secret key', async () => {
    const app = await inFreshProject(test)
    const email = newAddress()
    await flood(app, 31, { email, event: 'e' })
    await tracked(app, { email, event: 'e' })
    expect((await readThrottled(app, 'e')).at(-1)).toBe(false)
  })

  it('does not stop a caller who repeats an event with its own id', async () => {
    const app = await inFreshProject(test)
    const body = { email: newAddress(), event: 'e', id: 'order-1' }
    await flood(app, 40, body)
    expect(await readThrottled(app, 'e')).toEqual([false])
    expect((await track(app, body, { key: app.project.publicKey })).statusCode).toBe(200)
  })
})
