// Concurrent calls of POST /contacts that share a statement, and the result of each.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { countDeadlocks } from '../../../../test/support/database/deadlocks.ts'
import {
  buildContact,
  buildContacts,
  contactEmailsOf,
  inFreshProject,
  makeEmail,
  newAddress,
  readContact,
  readEventNames,
  TEST_SOURCE,
} from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildApp } from '../../../app.ts'
import { createContactWriter } from './contact-writer.service.ts'

type UpsertedContact = ContactRecord & { _meta: { isNew: boolean; isUpdate: boolean } }

const test = useTestApp()

const upsert = (app: TestApp, body: unknown, options: CallOptions = {}): Promise<Reply> =>
  call(app, ['POST', '/contacts'], { body, ...options })

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const statusesOf = (replies: readonly Reply[]) => replies.map(({ statusCode }) => statusCode)

/** The number of transactions that last wrote the contacts of the project. */
async function countWrites({ deps, project }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) as count from contacts where project_id = ${project.projectId}`.execute(
    deps.database.db,
  )
  return rows[0]?.count ?? 0
}

async function readTotals(app: TestApp): Promise<{ all: number; subscribed: number }> {
  const [all, subscribed] = await Promise.all(
    [{}, { subscribed: 'true' }].map(async (query) =>
      (await call(app, ['GET', '/contacts'], { query })).json<{ total: number }>(),
    ),
  )
  return { all: all?.total ?? -1, subscribed: subscribed?.total ?? -1 }
}

async function readFields(app: TestApp): Promise<Record<string, number>> {
  const { fields } = (await call(app, ['GET', '/contacts/fields'])).json<{
    fields: { key: string; count: number }[]
  }>()
  return Object.fromEntries(fields.map(({ key, count }) => [key, count]))
}

describe('upserts that come together', () => {
  it('share statements: 100 new contacts are far fewer commits, with an event and a count for each', async () => {
    const app = await inFreshProject(test)
    const replies = await times(100, (index) =>
      upsert(app, {
        email: newAddress(),
        data: { plan: 'pro', index },
        ...(index % 4 === 0 && { subscribed: false }),
      }),
    )
    expect(statusesOf(replies)).toEqual(Array(100).fill(201))
    expect(await countWrites(app)).toBeLessThan(25)
    for (const [index, reply] of replies.entries()) {
      const { _meta, ...contact } = reply.json<UpsertedContact>()
      expect(_meta).toEqual({ isNew: true, isUpdate: false })
      expect(contact).toMatchObject({
        subscribed: index % 4 !== 0,
        subscriptionState: index % 4 === 0 ? 'LEFT' : 'SUBSCRIBED',
        data: { plan: 'pro', index },
      })
      expect(await readContact(app, contact.email)).toEqual(contact)
      expect(await readEventNames(app, contact.id)).toEqual(['contact.created'])
    }
    expect(await readTotals(app)).toEqual({ all: 100, subscribed: 75 })
    expect(await readFields(app)).toEqual({ plan: 100, index: 100 })
  })

  it('change contacts that are there, each as its own call says', async () => {
    const app = await inFreshProject(test)
    const made = await buildContacts(app, 60, { data: { keep: 1, drop: 2, deep: { a: 1 } } })
    const replies = await times(60, (index) =>
      upsert(app, {
        email: made[index]?.email,
        data: { drop: null, never: null, deep: { b: index }, [`own${index % 3}`]: index },
      }),
    )
    expect(statusesOf(replies)).toEqual(Array(60).fill(200))
    expect(await countWrites(app)).toBeLessThan(20)
    for (const [index, reply] of replies.entries()) {
      expect(reply.json<UpsertedContact>()).toMatchObject({
        id: made[index]?.id,
        data: { keep: 1, deep: { b: index }, [`own${index % 3}`]: index },
        _meta: { isNew: false, isUpdate: true },
      })
      expect(Object.keys(reply.json<UpsertedContact>().data).toSorted()).toEqual([
        'deep',
        'keep',
        `own${index % 3}`,
      ])
    }
    expect(await readFields(app)).toEqual({ keep: 60, deep: 60, own0: 20, own1: 20, own2: 20 })
  })

  it('of one address make one contact and lose no key', async () => {
    const app = await inFreshProject(test)
    const emails = [newAddress(), newAddress(), newAddress()]
    const replies = await times(60, (index) =>
      upsert(app, { email: emails[index % 3], data: { [`key${index}`]: index } }),
    )
    for (const [place, email] of emails.entries()) {
      const own = replies.filter((_, index) => index % 3 === place)
      expect(statusesOf(own).toSorted((a, b) => b - a)).toEqual([201, ...Array<number>(19).fill(200)])
      for (const reply of own) {
        expect(reply.json<UpsertedContact>()._meta.isNew).toBe(reply.statusCode === 201)
      }
      const indexes = Array.from({ length: 20 }, (_, round) => place + 3 * round)
      expect((await readContact(app, email))?.data).toEqual(
        Object.fromEntries(indexes.map((index) => [`key${index}`, index])),
      )
    }
    expect(await readTotals(app)).toEqual({ all: 3, subscribed: 3 })
  })

  it('of one address are written in the order in which they were read', async () => {
    const app = await inFreshProject(test)
    const { deps, project } = app
    // Below HTTP, where calls that are sent together have no order.
    const writer = createContactWriter(deps.database)
    const save = (email: string, data: Record<string, unknown>) =>
      writer.save(deps.database.db, {
        projectId: project.projectId,
        email,
        data,
        source: TEST_SOURCE,
        emails: contactEmailsOf(deps),
        now: deps.clock.now(),
      })
    // New keys are claimed first, one call after the other.
    await save(newAddress(), { last: 0, even: 0, odd: 0 })
    const email = newAddress()
    const saved = await times(40, (index) =>
      save(email, { last: index, [index % 2 === 0 ? 'even' : 'odd']: index % 8 < 6 ? index : null }),
    )
    expect(saved.map(({ isNew }) => isNew)).toEqual([true, ...Array<boolean>(39).fill(false)])
    expect(saved.map(({ row }) => (row.data as { last: number }).last)).toEqual(
      saved.map((_, index) => index),
    )
    expect((await readContact(app, email))?.data).toEqual({ last: 39 })
  })

  it('on two nodes make one contact and lose no key', async () => {
    const node = { ...test, app: await buildApp(test.deps) }
    const email = newAddress()
    const replies = await times(60, (index) =>
      upsert(index % 2 === 0 ? test : node, { email, data: { [`k${index}`]: 1 } }),
    )
    expect(statusesOf(replies).toSorted((a, b) => a - b)).toEqual([...Array<number>(59).fill(200), 201])
    expect(Object.keys((await readContact(test, email))?.data ?? {})).toHaveLength(60)
    await node.app.close()
  })

  it('of several projects stay apart', async () => {
    const apps = [await inFreshProject(test), await inFreshProject(test)]
    const email = newAddress()
    await times(20, (index) => upsert(apps[index % 2] as TestApp, { email, data: { [`k${index}`]: 1 } }))
    for (const [place, app] of apps.entries()) {
      expect(Object.keys((await readContact(app, email))?.data ?? {}).toSorted()).toEqual(
        Array.from({ length: 10 }, (_, round) => `k${place + 2 * round}`).toSorted(),
      )
      expect(await readTotals(app)).toEqual({ all: 1, subscribed: 1 })
    }
  })
})

/** As JSON it has less than 64 kB; PostgreSQL writes numbers out. */
const LARGE_IN_POSTGRES = { list: Array(9_000).fill(1e300) }

/** Invalid results of merging data, each with the existing data of the contact. */
const REFUSED: Record<string, { before?: Record<string, unknown>; given: Record<string, unknown> }> = {
  'too large with what the contact has': {
    before: { x: 'a'.repeat(40_000) },
    given: { y: 'b'.repeat(40_000) },
  },
  'too many keys with what the contact has': { before: manyKeys('a', 700), given: manyKeys('b', 400) },
  'numbers with hundreds of digits': { given: LARGE_IN_POSTGRES },
}

function manyKeys(letter: string, count: number): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${letter}${index}`.padEnd(12, '_'), index]),
  )
}

describe('a call that is refused', () => {
  it.each(Object.entries(REFUSED))(
    'for data that would be %s harms none of its neighbours',
    async (_name, { before, given }) => {
      const app = await inFreshProject(test)
      const bad = await buildContact(app, { data: before ?? {} })
      const isBad = (index: number) => index % 20 === 7
      const replies = await times(60, (index) =>
        upsert(app, isBad(index) ? { email: bad.email, data: given } : { email: newAddress() }),
      )
      expect(statusesOf(replies)).toEqual(replies.map((_, index) => (isBad(index) ? 422 : 201)))
      expect(fieldsOf(replies[7] as Reply)).toEqual({ data: 'too_big' })
      expect(await readContact(app, bad.email)).toEqual(bad)
      expect(await readTotals(app)).toEqual({ all: 58, subscribed: 58 })
      // The other calls were written together, not bisected into single ones.
      expect(await countWrites(app)).toBeLessThan(20)
    },
  )

  it('as a new contact leaves nothing behind', async () => {
    const app = await inFreshProject(test)
    const replies = await times(20, (index) =>
      upsert(app, { email: newAddress(), data: index === 3 ? LARGE_IN_POSTGRES : {} }),
    )
    expect(statusesOf(replies)).toEqual(replies.map((_, index) => (index === 3 ? 422 : 201)))
    expect(await readTotals(app)).toEqual({ all: 19, subscribed: 19 })
  })

  it('by the database for another reason is alone with its failure', async () => {
    const app = await inFreshProject(test)
    await sql`alter table contacts add constraint refuses_one check (email <> 'refused-by-test@example.com')`.execute(
      test.deps.database.db,
    )
    try {
      const replies = await times(40, (index) =>
        upsert(app, { email: index === 21 ? 'refused-by-test@example.com' : newAddress() }),
      )
      expect(statusesOf(replies)).toEqual(replies.map((_, index) => (index === 21 ? 500 : 201)))
      expect(await readTotals(app)).toEqual({ all: 39, subscribed: 39 })
    } finally {
      await sql`alter table contacts drop constraint refuses_one`.execute(test.deps.database.db)
    }
  })
})

describe('a call that makes room by what it deletes', () => {
  it('is accepted among others', async () => {
    const app = await inFreshProject(test)
    const { email } = await buildContact(app, { data: { x: 'a'.repeat(40_000) } })
    const replies = await times(20, (index) =>
      upsert(
        app,
        index === 9 ? { email, data: { x: null, y: 'b'.repeat(40_000) } } : { email: newAddress() },
      ),
    )
    expect(statusesOf(replies)).toEqual(replies.map((_, index) => (index === 9 ? 200 : 201)))
    expect(Object.keys((await readContact(app, email))?.data ?? {})).toEqual(['y'])
  })
})

describe('calls that unsubscribe, among others', () => {
  const later = () => new Date(test.clock.now().getTime() + 3_600_000)
  const statusOf = async (app: TestApp, id: string) =>
    (await call(app, ['GET', `/emails/${id}`])).json<{ status: string }>().status

  it('drop the waiting marketing email of their contacts only', async () => {
    const app = await inFreshProject(test)
    const people = await times(20, async () => {
      const contact = await buildContact(app)
      const email = { contactId: contact.id, address: contact.email, scheduledFor: later() }
      const marketing = await makeEmail(app, { ...email, lane: 'marketing' })
      const transactional = await makeEmail(app, { ...email, lane: 'transactional' })
      return { ...contact, marketing, transactional }
    })
    const replies = await Promise.all([
      ...people.map(({ email }, index) => upsert(app, { email, subscribed: index % 2 === 0 })),
      ...Array.from({ length: 20 }, () => upsert(app, { email: newAddress(), subscribed: false })),
    ])
    expect(statusesOf(replies)).toEqual([...Array<number>(20).fill(200), ...Array<number>(20).fill(201)])
    for (const [index, { id, marketing, transactional }] of people.entries()) {
      const isLeaving = index % 2 === 1
      expect(await readEventNames(app, id)).toEqual(
        isLeaving ? ['contact.created', 'contact.unsubscribed', 'email.suppressed'] : ['contact.created'],
      )
      expect(await statusOf(app, marketing)).toBe(isLeaving ? 'SUPPRESSED' : 'SCHEDULED')
      expect(await statusOf(app, transactional)).toBe('SCHEDULED')
    }
    expect(await readTotals(app)).toEqual({ all: 40, subscribed: 10 })
    expect(await countDeadlocks(test)).toBe(0)
  })

  it('mark a contact that was never asked as having left', async () => {
    const app = await inFreshProject(test)
    const people = await buildContacts(app, 10, { subscribed: false })
    await sql`update contacts set before_subscribing = 'NEVER_ASKED' where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    const replies = await times(10, (index) =>
      upsert(app, { email: people[index]?.email, ...(index < 5 && { subscribed: false }) }),
    )
    expect(replies.map((reply) => reply.json<UpsertedContact>().subscriptionState)).toEqual([
      ...Array<string>(5).fill('LEFT'),
      ...Array<string>(5).fill('NEVER_ASKED'),
    ])
  })
})

describe('calls with an Idempotency-Key', () => {
  it('have a transaction of their own and answer the same again', async () => {
    const app = await inFreshProject(test)
    const body = { email: newAddress(), data: { visits: 1 } }
    const options = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const first = await upsert(app, body, options)
    const [again, ...others] = await times(20, (index) =>
      index === 0 ? upsert(app, body, options) : upsert(app, { email: newAddress() }),
    )
    expect(statusesOf([first, ...others])).toEqual(Array(20).fill(201))
    expect(again?.headers['idempotency-replayed']).toBe('true')
    expect(again?.json()).toEqual(first.json())
    expect(await readTotals(app)).toEqual({ all: 20, subscribed: 20 })
  })

  it('lose no key to calls of the same address without one', async () => {
    const app = await inFreshProject(test)
    const email = newAddress()
    const replies = await times(30, (index) =>
      upsert(
        app,
        { email, data: { [`k${index}`]: index } },
        index % 3 === 0 ? { headers: { 'idempotency-key': crypto.randomUUID() } } : {},
      ),
    )
    expect(statusesOf(replies).filter((status) => status === 201)).toHaveLength(1)
    expect(Object.keys((await readContact(app, email))?.data ?? {})).toHaveLength(30)
    expect(await countDeadlocks(test)).toBe(0)
  })
})
