// Concurrent calls: repeated ones, ones for the same contacts, and an invalid one among valid ones.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { errorOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { countStored, postSend, send } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

const times = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))
const statusesOf = (replies: readonly Reply[]) => [...new Set(replies.map(({ statusCode }) => statusCode))]

describe('an Idempotency-Key', () => {
  it('creates one email for twenty concurrent calls', async () => {
    const own = await inFreshProject(test)
    const headers = { 'idempotency-key': 'order-1' }
    const replies = await times(20, () => postSend(own, {}, { headers }))
    expect(await countStored(own)).toMatchObject({ emails: 1, contacts: 1 })
    const good = replies.filter(({ statusCode }) => statusCode === 200)
    const busy = replies.filter(({ statusCode }) => statusCode !== 200)
    expect(good.length).toBeGreaterThan(0)
    expect(new Set(good.map(({ body }) => body)).size).toBe(1)
    for (const reply of busy) expect(errorOf(reply).code).toBe('IDEMPOTENCY_IN_PROGRESS')

    const again = await postSend(own, {}, { headers })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toBe(good[0]?.body)
    expect(await countStored(own)).toMatchObject({ emails: 1 })
  })

  it('per call lets more calls through than there are connections', async () => {
    const own = await inFreshProject(test)
    // Each holds a connection for its transaction: if each needed a second one, they would wait for each other.
    const replies = await times(3 * test.deps.config.DATABASE_POOL_SIZE, (index) =>
      postSend(own, { to: `own-${index}@example.com` }, { headers: { 'idempotency-key': `own-${index}` } }),
    )
    expect(statusesOf(replies)).toEqual([200])
    expect(await countStored(own)).toMatchObject({ emails: replies.length })
  })

  it('is not for another body', async () => {
    const own = await inFreshProject(test)
    const headers = { 'idempotency-key': 'order-2' }
    await send(own, {}, { headers })
    const reply = await postSend(own, { subject: 'Another' }, { headers })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await countStored(own)).toMatchObject({ emails: 1 })
  })

  it('does not store a validation error', async () => {
    const own = await inFreshProject(test)
    const headers = { 'idempotency-key': 'order-3' }
    expect((await postSend(own, { to: 'nonsense' }, { headers })).statusCode).toBe(422)
    expect((await postSend(own, {}, { headers })).statusCode).toBe(200)
  })
})

describe('many calls at once', () => {
  it('create each contact once and lose no email', async () => {
    const own = await inFreshProject(test)
    const replies = await times(200, (index) => postSend(own, { to: `many-${index % 20}@example.com` }))
    expect(statusesOf(replies)).toEqual([200])
    expect(await countStored(own)).toMatchObject({ emails: 200, contacts: 20, contents: 1 })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events
      where project_id = ${own.project.projectId} and name = 'contact.created'`.execute(own.deps.database.db)
    expect(rows[0]?.count).toBe(20)
  })

  it('may have the same recipients in any order, change them, and have different contents', async () => {
    const own = await inFreshProject(test)
    const addresses = Array.from({ length: 10 }, (_, index) => `order-${index}@example.com`)
    const replies = await times(60, (index) => {
      const turned = [...addresses.slice(index % 10), ...addresses.slice(0, index % 10)]
      const to = (index % 2 === 0 ? turned : turned.toReversed()).map((email) => ({
        email,
        name: `N${index}`,
      }))
      return postSend(
        own,
        {
          to,
          subject: `About ${index % 7}`,
          ...(index % 3 === 0 && {
            subscribed: true,
            data: { [`k${index}`]: { value: 1, persistent: true } },
          }),
        },
        index % 4 === 0 ? { headers: { 'idempotency-key': `race-${index}` } } : {},
      )
    })
    expect(statusesOf(replies)).toEqual([200])
    expect(await countStored(own)).toMatchObject({ emails: 600, contacts: 10, contents: 7 })
    const { rows } = await sql<{ data: Record<string, unknown>; subscribed: boolean }>`
      select data, subscribed from contacts where project_id = ${own.project.projectId}`.execute(
      own.deps.database.db,
    )
    for (const { data, subscribed } of rows) {
      expect(subscribed).toBe(true)
      // No call's key was lost, and one of them gave the name.
      expect(Object.keys(data).filter((key) => key.startsWith('k'))).toHaveLength(20)
      expect(data.name).toMatch(/^N\d+$/)
    }
  })

  it('succeed next to an invalid one', async () => {
    const own = await inFreshProject(test)
    const full = await buildContact(own, { data: { big: 'x'.repeat(60_000) } })
    // The content is prepared beforehand, so that the calls reach the database together.
    await send(own, { to: full.email })
    const replies = await times(30, (index) =>
      index === 13
        ? postSend(own, { to: full.email, data: { more: { value: 'y'.repeat(10_000), persistent: true } } })
        : postSend(own, { to: `neighbour-${index}@example.com` }),
    )
    const [bad] = replies.splice(13, 1)
    expect(statusesOf(replies)).toEqual([200])
    expect(bad?.statusCode).toBe(422)
    expect(bad && errorOf(bad).errors).toMatchObject([{ field: 'data', code: 'too_big' }])
    expect(await countStored(own)).toMatchObject({ emails: 30, contacts: 30 })
  })

  it('of several projects do not see one another', async () => {
    const [one, two] = [await inFreshProject(test), await inFreshProject(test)]
    await times(40, (index) => send(index % 2 === 0 ? one : two, { to: 'shared@example.com' }))
    for (const own of [one, two]) {
      expect(await countStored(own)).toMatchObject({ emails: 20, contacts: 1, contents: 1 })
    }
  })
})

describe('a call that fails at the end', () => {
  it('leaves nothing for any of its recipients', async () => {
    const own = await inFreshProject(test)
    const reply = await postSend(own, {
      to: ['a@example.com', 'b@example.com'],
      data: { big: { value: 'x'.repeat(70_000), persistent: true } },
    })
    expect(reply.statusCode).toBe(422)
    expect(await countStored(own)).toMatchObject({ emails: 0, contacts: 0 })
  })
})

describe('a content that the database has lost, as after a restore', () => {
  async function loseContents(): Promise<TestApp> {
    const own = await inFreshProject(test)
    await send(own)
    const { db } = own.deps.database
    await sql`delete from email_queue where project_id = ${own.project.projectId}`.execute(db)
    await sql`delete from contents where project_id = ${own.project.projectId}`.execute(db)
    return own
  }

  it('is stored again by the calls that need it', async () => {
    const own = await loseContents()
    const replies = await times(10, (index) => postSend(own, { to: `reader-${index}@example.com` }))
    expect(statusesOf(replies)).toEqual([200])
    expect(await countStored(own)).toMatchObject({ emails: 10, contents: 1 })
  })

  it('is stored again by a call with an Idempotency-Key', async () => {
    const own = await loseContents()
    const headers = { 'idempotency-key': 'again' }
    expect((await postSend(own, {}, { headers })).statusCode).toBe(200)
    expect((await postSend(own, {}, { headers })).headers['idempotency-replayed']).toBe('true')
    expect(await countStored(own)).toMatchObject({ emails: 1, contents: 1 })
  })
})
