// publicTracking: append. A web page with a public key can add to contacts, but not change them.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildContact,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
} from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildApp } from '../../app.ts'
import { readEvents, tracked } from './fixtures/track-steps.ts'

const test = useTestApp()

async function inAppendProject(): Promise<TestApp> {
  const app = await inFreshProject(test)
  const reply = await call(app, ['PATCH', '/project'], { body: { publicTracking: 'append' } })
  expect(reply.statusCode).toBe(200)
  return app
}

const inPublic = (app: TestApp, body: object, headers: Record<string, string> = {}) =>
  tracked(app, body, { key: app.project.publicKey, headers })

describe('a public key that may only add', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await inAppendProject()
  })

  it('adds keys that the contact lacks, and overwrites none', async () => {
    const { email } = await buildContact(app, { data: { plan: 'pro', seats: 3 } })
    await inPublic(app, { email, event: 'visited', data: { plan: 'free', page: '/pricing' } })
    expect((await readContact(app, email))?.data).toEqual({ plan: 'pro', seats: 3, page: '/pricing' })
  })

  it('deletes no key', async () => {
    const { email } = await buildContact(app, { data: { plan: 'pro' } })
    await inPublic(app, { email, event: 'visited', data: { plan: null, missing: null } })
    expect((await readContact(app, email))?.data).toEqual({ plan: 'pro' })
  })

  it.each([
    [true, false],
    [false, true],
  ])('leaves subscribed as it is: %s, whatever the page says', async (is, given) => {
    const { id, email } = await buildContact(app, { subscribed: is })
    await inPublic(app, { email, event: 'clicked', subscribed: given })
    expect(await readContact(app, email)).toMatchObject({ subscribed: is })
    expect(await readEventNames(app, id)).toEqual(['contact.created', 'clicked'])
  })

  it('records the event with all of its data', async () => {
    const { email } = await buildContact(app, { data: { plan: 'pro' } })
    await inPublic(app, { email, event: 'recorded', data: { plan: 'free', old: null } })
    expect(await readEvents(app, { name: 'recorded' })).toMatchObject([
      { email, data: { plan: 'free', old: null, via: 'public' } },
    ])
  })

  it('creates new contacts as usual', async () => {
    const [joined, declined] = [newAddress(), newAddress()]
    await inPublic(app, { email: joined, event: 'joined', data: { plan: 'free', old: null } })
    await inPublic(app, { email: declined, event: 'joined', subscribed: false })
    expect(await readContact(app, joined)).toMatchObject({ subscribed: true, data: { plan: 'free' } })
    expect(await readContact(app, declined)).toMatchObject({ subscribed: false })
  })

  it('may not do more with an Idempotency-Key', async () => {
    const { email } = await buildContact(app, { data: { plan: 'pro' } })
    const body = { email, event: 'visited', data: { plan: 'free' }, subscribed: false }
    await inPublic(app, body, { 'idempotency-key': 'page-1' })
    expect(await readContact(app, email)).toMatchObject({ subscribed: true, data: { plan: 'pro' } })
  })

  it('binds no secret key', async () => {
    const { email } = await buildContact(app, { data: { plan: 'pro', old: 1 } })
    await tracked(app, { email, event: 'changed', data: { plan: 'free', old: null }, subscribed: false })
    expect(await readContact(app, email)).toMatchObject({ subscribed: false, data: { plan: 'free' } })
  })

  it('binds no other project, in a statement that both share', async () => {
    const { email } = await buildContact(test, { data: { plan: 'pro' } })
    await buildContact(app, { email, data: { plan: 'pro' } })
    await Promise.all(
      [test, app].map((one) => inPublic(one, { email, event: 'visited', data: { plan: 'free' } })),
    )
    expect((await readContact(test, email))?.data).toEqual({ plan: 'free' })
    expect((await readContact(app, email))?.data).toEqual({ plan: 'pro' })
  })
})

describe('append on two nodes', () => {
  it('keeps the first value of a key that many write at once, on one contact', async () => {
    const app = await inAppendProject()
    const node = { ...app, app: await buildApp(test.deps) }
    const email = newAddress()
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        inPublic(index % 2 === 0 ? app : node, {
          email,
          event: 'raced',
          data: { same: index, [`own${index}`]: 1 },
        }),
      ),
    )
    const { data = {} } = (await readContact(app, email)) ?? {}
    expect(Object.keys(data)).toHaveLength(41)
    const first = data['same']
    await inPublic(node, { email, event: 'raced', data: { same: 'later' } })
    expect((await readContact(app, email))?.data['same']).toBe(first)
    await node.app.close()
  })

  it('holds from the next call on, on every node', async () => {
    const app = await inFreshProject(test)
    const node = { ...app, app: await buildApp(test.deps) }
    const { email } = await buildContact(app, { data: { plan: 'pro' } })
    await inPublic(node, { email, event: 'visited', data: { plan: 'free' } })
    await call(app, ['PATCH', '/project'], { body: { publicTracking: 'append' } })
    await inPublic(node, { email, event: 'visited', data: { plan: 'none' } })
    expect((await readContact(app, email))?.data).toEqual({ plan: 'free' })
    await node.app.close()
  })
})
