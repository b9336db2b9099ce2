// The limits against filling somebody's mailbox with confirmations, by everything that an attacker may vary.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject, newAddress, readContact } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildApp } from '../../app.ts'
import {
  attack,
  newNetwork,
  readConfirmationEmails,
  setSender,
  signUp,
  signUpByKey,
} from './fixtures/opt-in-steps.ts'
import { mailboxOf } from './mailbox.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const PER_NETWORK = 50
const PER_PROJECT = 1_000

const test = useTestApp()
let app: TestApp
let email: string
beforeEach(async () => {
  app = await inFreshProject(test)
  email = newAddress()
  await setSender(app)
  await call(app, ['PATCH', '/project'], { body: { doubleOptIn: { enabled: true } } })
})

const ask = (input: Partial<Parameters<typeof signUp>[1]> = {}) =>
  signUp(app, { email, confirm: true, ...input })
const countEmails = async (address?: string) => (await readConfirmationEmails(app, address)).length
const from = (network: string) => ({ source: { kind: 'form', id: null, network } as const })
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('an address', () => {
  it('gets one confirmation in 10 minutes and 3 in 30 days, and is PENDING all the same', async () => {
    const counts: number[] = []
    const daysMs = [0, 9 * MINUTE_MS, 2 * MINUTE_MS, 11 * MINUTE_MS, DAY_MS, 27 * DAY_MS, 3 * DAY_MS]
    for (const ms of daysMs) {
      test.clock.advance(ms)
      await ask()
      counts.push(await countEmails(email))
    }
    test.clock.advance(-daysMs.reduce((sum, ms) => sum + ms, 0))
    expect(counts).toEqual([1, 1, 2, 3, 3, 3, 4])
    expect((await readContact(app, email))?.subscriptionState).toBe('PENDING')
  })

  it('gets one of 50 sign-ups at the same moment, on two nodes', async () => {
    const node = { ...app, app: await buildApp(test.deps) }
    const replies = await Promise.all(
      range(50).map((index) => signUpByKey(index % 2 === 0 ? app : node, { email, network: newNetwork() })),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await Promise.all(range(50).map(() => ask()))
    expect(await countEmails()).toBe(1)
    await node.app.close()
  })

  it('is the same with a tag', async () => {
    const [local, domain] = email.split('@')
    for (const tag of ['a', 'b', 'c']) await ask({ email: `${local}+${tag}@${domain}` })
    expect(await countEmails()).toBe(1)
  })

  it.each([
    ['ada+news@example.com', 'ada@example.com'],
    ['Ada@Example.com', 'ada@example.com'],
    ['a.d.a+x+y@googlemail.com', 'ada@gmail.com'],
    ['a.da@example.com', 'a.da@example.com'],
    ['+ada@example.com', '+ada@example.com'],
  ])('%s counts as %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })

  it('is counted also if its contact is deleted meanwhile', async () => {
    const { contactId } = await ask()
    await call(app, ['DELETE', `/contacts/${contactId}`])
    await ask()
    const { rows } = await sql`
      select from email_queue where project_id = ${app.project.projectId} and status = 'QUEUED'`.execute(
      test.deps.database.db,
    )
    expect(rows).toHaveLength(0)
  })

  it('is counted for each project by itself', async () => {
    const other = await inFreshProject(test)
    await setSender(other)
    await ask()
    await signUp(other, { email, confirm: true })
    expect([await countEmails(), (await readConfirmationEmails(other)).length]).toEqual([1, 1])
  })
})

describe('a network', () => {
  it('sends 50 confirmations an hour over all projects', async () => {
    const other = await inFreshProject(test)
    await setSender(other)
    const network = newNetwork()
    for (const index of range(PER_NETWORK + 10)) {
      await signUp(index % 2 === 0 ? app : other, { email: newAddress(), confirm: true, ...from(network) })
    }
    const count = async () => (await countEmails()) + (await readConfirmationEmails(other)).length
    expect(await count()).toBe(PER_NETWORK)
    await ask(from(newNetwork()))
    expect(await count()).toBe(PER_NETWORK + 1)
    test.clock.advance(61 * MINUTE_MS)
    email = newAddress()
    await ask(from(network))
    expect(await count()).toBe(PER_NETWORK + 2)
  })

  it('with IPv6 is a /64', async () => {
    await Promise.all(
      range(PER_NETWORK + 10).map((index) =>
        ask({ email: newAddress(), ...from(`2001:db8:7:1::${index.toString(16)}`) }),
      ),
    )
    expect(await countEmails()).toBe(PER_NETWORK)
    await ask(from('2001:db8:7:2::1'))
    expect(await countEmails()).toBe(PER_NETWORK + 1)
  })

  it('does not hold back a server with a secret key', async () => {
    for (const _ of range(PER_NETWORK + 2)) {
      await call(app, ['POST', '/contacts'], { body: { email: newAddress(), confirm: true } })
    }
    expect(await countEmails()).toBe(PER_NETWORK + 2)
  })
})

describe('a project', () => {
  it('sends 1,000 confirmations an hour, besides those of secret keys', async () => {
    await sql`
      insert into sent_confirmations (project_id, id, mailbox_hash, network_hash, sent_at)
      select ${app.project.projectId}, gen_random_uuid(), n::text::bytea, n::text::bytea, ${test.clock.now()}
      from generate_series(1, ${PER_PROJECT - 1}) as n`.execute(test.deps.database.db)
    await ask()
    await ask({ email: newAddress() })
    expect(await countEmails()).toBe(1)
    await call(app, ['POST', '/contacts'], { body: { email: newAddress(), confirm: true } })
    expect(await countEmails()).toBe(2)
    const other = await inFreshProject(test)
    await setSender(other)
    await signUp(other, { email, confirm: true })
    expect(await readConfirmationEmails(other)).toHaveLength(1)
  })
})

describe('an attack by a public key', () => {
  it('on one address from many networks sends one confirmation', async () => {
    const statuses = await attack(
      app,
      range(500).map(() => ({ email, network: newNetwork() })),
    )
    expect([[...statuses], await countEmails()]).toEqual([[200], 1])
  })

  it('on many addresses from one network sends as many as a network may', async () => {
    const network = newNetwork()
    const statuses = await attack(
      app,
      range(500).map(() => ({ email: newAddress(), network })),
    )
    expect([[...statuses], await countEmails()]).toEqual([[200], PER_NETWORK])
  })

  it('learns nothing: answers look the same whether an email left or not', async () => {
    const network = newNetwork()
    const shapes = new Set<string>()
    for (const body of [{}, {}, { topics: {} }]) {
      const reply = await signUpByKey(app, { email, network, body })
      shapes.add(JSON.stringify([reply.statusCode, Object.keys(reply.json<{ data: object }>().data)]))
    }
    await call(app, ['POST', '/suppressions'], { body: { email: 'blocked@example.com' } })
    const reply = await signUpByKey(app, { email: 'blocked@example.com', network })
    shapes.add(JSON.stringify([reply.statusCode, Object.keys(reply.json<{ data: object }>().data)]))
    expect(shapes.size).toBe(1)
  })
})

describe('a sign-up that fails', () => {
  it('leaves neither a contact nor an email nor a count, and works the next time', async () => {
    await sql`alter table email_queue add constraint refuses_one check (address <> 'refused-by-test@example.com')`.execute(
      test.deps.database.db,
    )
    email = 'refused-by-test@example.com'
    try {
      await expect(ask()).rejects.toThrow('refuses_one')
    } finally {
      await sql`alter table email_queue drop constraint refuses_one`.execute(test.deps.database.db)
    }
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from contacts where project_id = ${app.project.projectId})
        + (select count(*) from confirmations where project_id = ${app.project.projectId})
        + (select count(*) from sent_confirmations where project_id = ${app.project.projectId}) as count`.execute(
      test.deps.database.db,
    )
    expect(rows[0]?.count).toBe(0)
    await ask()
    expect(await countEmails(email)).toBe(1)
  })
})
