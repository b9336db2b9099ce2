// Links that expire: contacts return to where they were, and those of whom nothing else is known are deleted.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, newAddress, readContact } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { linkOf, openPage, pressButton, setSender, signUp, titleOf } from './fixtures/opt-in-steps.ts'
import { expireConfirmationsJob } from './opt-in.jobs.ts'

const DAY_MS = 86_400_000

const test = useTestApp()
let app: TestApp
let email: string
beforeEach(async () => {
  app = await inFreshProject(test)
  email = newAddress()
  await setSender(app)
})

const contact = () => readContact(app, email)
const stateOf = async () => (await contact())?.subscriptionState
const expire = () => runJob(test.deps, expireConfirmationsJob, { payload: {} })
const ask = (input: Partial<Parameters<typeof signUp>[1]> = {}) =>
  signUp(app, { email, confirm: true, ...input })

// Events have a partition for this month and the next few: every test begins today.
let passedMs = 0
function advanceDays(days: number): void {
  test.clock.advance(days * DAY_MS)
  passedMs += days * DAY_MS
}
afterEach(() => {
  test.clock.advance(-passedMs)
  passedMs = 0
})

async function passDays(days: number): Promise<void> {
  advanceDays(days)
  await expire()
}

async function buildInState(state: string): Promise<void> {
  const { id } = await buildContact(app, { email, subscribed: false })
  await sql`update contacts set before_subscribing = nullif(${state}, 'LEFT') where id = ${id}`.execute(
    test.deps.database.db,
  )
}

describe('the state before PENDING', () => {
  it.each(['NEVER_ASKED', 'LEFT', 'PENDING'])(
    '%s returns when the link expires, not before',
    async (state) => {
      await buildInState(state)
      await ask()
      const url = await linkOf(app, email)
      await passDays(6.9)
      expect(await stateOf()).toBe('PENDING')
      await passDays(0.2)
      expect(await stateOf()).toBe(state)
      await expire()
      expect(await stateOf()).toBe(state)
      expect(titleOf(await openPage(app, url))).toBe('This link no longer works')
      expect(titleOf(await pressButton(app, url))).toBe('This link no longer works')
    },
  )

  it('returns with an entry of the consent ledger, which nobody made', async () => {
    const { id } = await buildContact(app, { email, subscribed: false })
    await ask()
    await passDays(8)
    const { consent } = (await call(app, ['GET', `/contacts/${id}/consent`])).json<{ consent: object[] }>()
    expect(consent[0]).toMatchObject({ before: 'PENDING', after: 'LEFT', source: 'expiry', sourceId: null })
  })

  it('is the one before the first of several sign-ups', async () => {
    await buildInState('LEFT')
    await ask()
    await passDays(5)
    await ask()
    await passDays(5)
    expect(await stateOf()).toBe('PENDING')
    await passDays(3)
    expect(await stateOf()).toBe('LEFT')
  })

  it('survives a sign-up after the link has expired and before the job has run', async () => {
    await buildInState('NEVER_ASKED')
    await ask()
    advanceDays(8)
    await ask()
    await expire()
    expect(await stateOf()).toBe('PENDING')
    await passDays(8)
    expect(await stateOf()).toBe('NEVER_ASKED')
  })

  it('is LEFT for who unsubscribed meanwhile, also if they are asked again', async () => {
    await buildInState('NEVER_ASKED')
    await ask()
    await call(app, ['PATCH', `/contacts/${(await contact())?.id}`], { body: { subscribed: false } })
    advanceDays(1)
    await ask()
    expect(await stateOf()).toBe('PENDING')
    await passDays(8)
    expect(await stateOf()).toBe('LEFT')
  })

  it('returns for a contact whose address was changed meanwhile, also if it is asked again', async () => {
    await buildInState('LEFT')
    await ask()
    const url = await linkOf(app, email)
    const id = (await contact())?.id
    email = newAddress()
    await call(app, ['PATCH', `/contacts/${id}`], { body: { email } })
    await pressButton(app, url)
    await ask()
    expect(await stateOf()).toBe('PENDING')
    await passDays(8)
    expect(await stateOf()).toBe('LEFT')
  })

  it('does not return once somebody has confirmed, or was subscribed by a server', async () => {
    await ask()
    await pressButton(app, await linkOf(app, email))
    const confirmed = email
    email = newAddress()
    await ask()
    await call(app, ['POST', '/contacts'], { body: { email, subscribed: true } })
    await passDays(8)
    expect(await stateOf()).toBe('SUBSCRIBED')
    expect((await readContact(app, confirmed))?.subscriptionState).toBe('SUBSCRIBED')
  })

  it('returns after as many days as the project says', async () => {
    await call(app, ['PATCH', '/project'], { body: { doubleOptIn: { expiresDays: 2 } } })
    await buildInState('LEFT')
    await ask()
    await passDays(2.1)
    expect(await stateOf()).toBe('LEFT')
  })
})

describe('a contact that came by a form', () => {
  it('is deleted if nothing else is known of it, with the data of the form and its emails', async () => {
    await ask({ data: { name: 'Ada' } })
    await passDays(1)
    await ask({ data: { city: 'London' } })
    await passDays(8)
    expect(await contact()).toBeUndefined()
    const { rows } = await sql<{ status: string; address: string }>`
      select status, address from all_emails where project_id = ${app.project.projectId}`.execute(
      test.deps.database.db,
    )
    expect(rows.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    expect(rows.map(({ address }) => address)).not.toContain(email)
  })

  const OTHER_SIGNS: Record<string, () => Promise<Reply>> = {
    'an event': () => call(app, ['POST', '/v1/track'], { body: { email, event: 'bought' } }),
    'data of its own': () => call(app, ['POST', '/contacts'], { body: { email, data: { plan: 'pro' } } }),
    'an email': () =>
      call(app, ['POST', '/v1/send'], { body: { to: email, subject: 'Order', body: 'Thanks' } }),
    'a list': async () => {
      const list = await call(app, ['POST', '/segments'], { body: { name: 'List', type: 'STATIC' } })
      const { id } = list.json<{ id: string }>()
      return call(app, ['POST', `/segments/${id}/members`], { body: { emails: [email] } })
    },
  }

  it.each(Object.entries(OTHER_SIGNS))('stays if it has %s', async (_sign, give) => {
    await ask({ data: { name: 'Ada' } })
    expect((await give()).statusCode).toBeLessThan(300)
    await passDays(8)
    expect(await stateOf()).toBe('NEVER_ASKED')
  })

  it('stays if it was known before, or came by a key', async () => {
    await buildInState('NEVER_ASKED')
    await ask()
    const known = email
    email = newAddress()
    await ask({ source: { kind: 'api_key', id: null, network: '192.0.2.1' } })
    await passDays(8)
    expect(await stateOf()).toBe('NEVER_ASKED')
    expect((await readContact(app, known))?.subscriptionState).toBe('NEVER_ASKED')
  })
})

describe('records of confirmations', () => {
  it('are deleted a month after they ended', async () => {
    await ask()
    await pressButton(app, await linkOf(app, email))
    await passDays(29)
    const count = async () => {
      const { rows } = await sql<{ confirmations: number; sent: number }>`
        select (select count(*) from confirmations where project_id = ${app.project.projectId}) as confirmations,
          (select count(*) from sent_confirmations where project_id = ${app.project.projectId}) as sent`.execute(
        test.deps.database.db,
      )
      return rows[0]
    }
    expect(await count()).toEqual({ confirmations: 1, sent: 1 })
    await passDays(2)
    expect(await count()).toEqual({ confirmations: 0, sent: 0 })
  })

  it('expire by the hundreds', async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        signUp(app, { email: newAddress(), confirm: true, data: index % 2 === 0 ? {} : { n: index } }),
      ),
    )
    await sql`
      insert into contacts (project_id, id, email, subscribed, before_subscribing, created_at, updated_at)
      select ${app.project.projectId}, gen_random_uuid(), 'many-' || n || '@example.com', false, 'PENDING', now(), now()
      from generate_series(1, 450) as n`.execute(test.deps.database.db)
    await sql`
      insert into confirmations (project_id, id, contact_id, email, subscribe, topic_ids, state_before, created_contact, data_keys, source, created_at, expires_at)
      select project_id, gen_random_uuid(), id, email, true, '{}', 'LEFT', false, '{}', '{"kind": "form", "id": null}', now(), now()
      from contacts where project_id = ${app.project.projectId} and email like 'many-%'`.execute(
      test.deps.database.db,
    )
    await passDays(8)
    const { rows } = await sql<{ state: string | null; count: number }>`
      select before_subscribing as state, count(*) from contacts where project_id = ${app.project.projectId} group by 1`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ state: null, count: 450 }])
  })
})
