// The effect of a call on the contacts of its recipients, and the recipients that get no email.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  buildContact,
  inFreshProject,
  newAddress,
  readContact,
  readEventNames,
} from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { readEmail, send, SENDER, sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { suppress } from '../suppressions/index.ts'

const test = useTestApp()

describe('the contact of a recipient', () => {
  it('is created without a subscription and with an event', async () => {
    const to = newAddress()
    const { contact } = await sendOne(test, { to })
    expect(await readContact(test, to)).toMatchObject({ id: contact.id, subscribed: false, data: {} })
    expect(await readEventNames(test, contact.id ?? '')).toEqual(['contact.created'])
  })

  it.each([true, false])('is created with the subscription of the call: %s', async (subscribed) => {
    const to = newAddress()
    await send(test, { to, subscribed })
    expect(await readContact(test, to)).toMatchObject({ subscribed })
  })

  it('keeps its subscription unless the call gives one', async () => {
    const reader = await buildContact(test, { subscribed: true })
    const leaver = await buildContact(test, { subscribed: false })
    await send(test, { to: [reader.email, leaver.email] })
    expect(await readContact(test, reader.email)).toMatchObject({ subscribed: true })
    expect(await readContact(test, leaver.email)).toMatchObject({ subscribed: false })
    await send(test, { to: [reader.email, leaver.email], subscribed: false })
    expect(await readContact(test, reader.email)).toMatchObject({ subscribed: false })
    expect(await readEventNames(test, reader.id)).toEqual(['contact.created', 'contact.unsubscribed'])
    expect(await readEventNames(test, leaver.id)).toEqual(['contact.created'])
  })

  it('does not keep the data of an email, apart from what is marked as persistent', async () => {
    const contact = await buildContact(test, { data: { plan: 'free', old: 1 } })
    const { email } = await sendOne(test, {
      to: contact.email,
      body: '{{ code }} {{ plan }} {{ note }} {{ old }}',
      data: {
        code: '123456',
        plan: { value: 'pro', persistent: true },
        note: { value: 'once', persistent: false },
        old: { value: null, persistent: true },
      },
    })
    expect((await readContact(test, contact.email))?.data).toEqual({ plan: 'pro' })
    expect((await readEmail(test, email)).variables).toEqual({
      code: '123456',
      plan: 'pro',
      note: 'once',
      old: null,
    })
  })

  it('stores with an email only the values that it uses', async () => {
    const { email } = await sendOne(test, {
      to: newAddress(),
      subject: '{{ a }}',
      body: '{{ data.b }}',
      data: { a: 1, b: 2, secret: 3 },
    })
    expect((await readEmail(test, email)).variables).toEqual({ a: 1, b: 2 })
  })

  it('gets the name of `to` if it has none', async () => {
    const named = await buildContact(test, { data: { name: 'Ann Old' } })
    const nameless = await buildContact(test, { data: { plan: 'pro' } })
    const fresh = newAddress()
    await send(test, {
      to: [named.email, nameless.email, fresh].map((email) => ({ email, name: 'Ann New' })),
    })
    expect((await readContact(test, named.email))?.data).toEqual({ name: 'Ann Old' })
    expect((await readContact(test, nameless.email))?.data).toEqual({ plan: 'pro', name: 'Ann New' })
    expect((await readContact(test, fresh))?.data).toEqual({ name: 'Ann New' })
  })

  it('gets no name from an empty one', async () => {
    const to = newAddress()
    await send(test, { to: { email: to, name: '' } })
    expect((await readContact(test, to))?.data).toEqual({})
  })

  it('does not get the name of `to` if its data is full', async () => {
    const keys = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`key-${n}`, n]))
    const large = await buildContact(test, { data: { big: 'x'.repeat(62_000) } })
    const wide = await buildContact(test, { data: keys })
    const to = [large, wide].map(({ email }) => ({ email, name: 'Ann' }))
    expect(await send(test, { to })).toHaveLength(2)
    expect((await readContact(test, large.email))?.data).toEqual({ big: 'x'.repeat(62_000) })
    expect((await readContact(test, wide.email))?.data).toEqual(keys)
  })

  it('gets its name together with a subscription and data', async () => {
    const email = newAddress()
    await send(test, {
      to: { email, name: 'Ann' },
      subscribed: true,
      data: { plan: { value: 'pro', persistent: true } },
    })
    expect(await readContact(test, email)).toMatchObject({
      subscribed: true,
      data: { plan: 'pro', name: 'Ann' },
    })
  })

  it('is not changed at all by an ordinary email', async () => {
    const contact = await buildContact(test, { data: { plan: 'pro' } })
    test.clock.advance(1000)
    await send(test, { to: contact.email, data: { plan: 'free' } })
    expect(await readContact(test, contact.email)).toEqual(contact)
  })

  it('belongs to the project of the key', async () => {
    const email = newAddress()
    const theirs = await buildContact(test, { email, project: test.other })
    const { contact } = await sendOne(test, { to: email })
    expect(contact.id).not.toBe(theirs.id)
  })
})

describe('a suppressed recipient', () => {
  it.each(['manual', 'hard_bounce', 'complaint'] as const)(
    'is on record as suppressed, with the reason, and the others get their email: %s',
    async (reason) => {
      const own = await inFreshProject(test)
      const { db } = own.deps.database
      const blocked = {
        projectId: own.project.projectId,
        email: 'blocked@example.com',
        reason,
        source: 'test',
      }
      await db.transaction().execute((trx) => suppress(trx, [blocked], own.clock.now()))
      const [good, bad] = await send(own, { to: ['good@example.com', 'Blocked@Example.com'] })
      expect(good).toMatchObject({ status: 'QUEUED' })
      expect(good).not.toHaveProperty('reason')
      expect(bad).toMatchObject({ status: 'SUPPRESSED', reason, contact: { email: 'blocked@example.com' } })
      expect(await readEmail(own, bad?.email ?? '')).toMatchObject({ status: 'SUPPRESSED', reason })
      expect(await readEventNames(own, bad?.contact.id ?? '')).toEqual([
        'contact.created',
        'email.suppressed',
      ])
      const told = await call(own, ['GET', `/emails/${bad?.email}`])
      expect(told.json<{ events: { type: string }[] }>().events.map(({ type }) => type)).toContain(
        'suppressed',
      )
    },
  )

  it('may be a copy, while the message reaches the others', async () => {
    const own = await inFreshProject(test)
    await call(own, ['POST', '/suppressions'], { body: { email: 'cc@example.com' } })
    const entries = await send(own, { to: 'to@example.com', cc: 'cc@example.com', bcc: 'bcc@example.com' })
    expect(entries.map(({ status }) => status)).toEqual(['QUEUED', 'SUPPRESSED', 'QUEUED'])
  })

  it('is written to again when the suppression has ended, and in another project at any time', async () => {
    const own = await inFreshProject(test)
    const { db } = own.deps.database
    const { projectId } = own.project
    const expiresAt = new Date(own.clock.now().getTime() - 1000)
    const email = 'ended@example.com'
    await db
      .transaction()
      .execute((trx) =>
        suppress(
          trx,
          [{ projectId, email, reason: 'soft_bounces', source: 'test', expiresAt }],
          own.clock.now(),
        ),
      )
    await call(own, ['POST', '/suppressions'], { body: { email: 'elsewhere@example.com' } })
    expect(await sendOne(own, { to: email })).toMatchObject({ status: 'QUEUED' })
    expect(await sendOne(test, { to: 'elsewhere@example.com' })).toMatchObject({ status: 'QUEUED' })
  })

  it('counts as suppressed in the tally of the hour', async () => {
    const own = await inFreshProject(test)
    await call(own, ['POST', '/suppressions'], { body: { email: 'no@example.com' } })
    await send(own, { to: ['no@example.com', 'yes@example.com'] })
    const { rows } = await sql<{ label: string; delta: number }>`
      select label, delta::int from counter_deltas
      where project_id = ${own.project.projectId} and counter = 'mail'`.execute(own.deps.database.db)
    expect(rows).toEqual([
      { label: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d suppressed$/) as string, delta: 1 },
    ])
  })
})

describe('a marketing template', () => {
  const without = { from: undefined, subject: undefined, body: undefined }
  const marketing = { type: 'MARKETING', subject: 'News', body: '<p>News</p>', from: SENDER }

  it('is not sent to contacts that are not subscribed, including new ones', async () => {
    const { id: template } = await buildTemplate(test, marketing)
    const reader = await buildContact(test, { subscribed: true })
    const leaver = await buildContact(test, { subscribed: false })
    const entries = await send(test, { ...without, to: [reader.email, leaver.email, newAddress()], template })
    expect(entries.map(({ status, reason }) => [status, reason])).toEqual([
      ['QUEUED', undefined],
      ['SUPPRESSED', 'unsubscribed'],
      ['SUPPRESSED', 'not_subscribed'],
    ])
    expect(await readEmail(test, entries[0]?.email ?? '')).toMatchObject({ lane: 1 })
  })

  it('is sent to contacts that the same call subscribes', async () => {
    const { id: template } = await buildTemplate(test, marketing)
    const entry = await sendOne(test, { ...without, to: newAddress(), template, subscribed: true })
    expect(entry.status).toBe('QUEUED')
  })

  it('gets a footer with an unsubscribe link if it has none', async () => {
    const { id: template } = await buildTemplate(test, marketing)
    const { email } = await sendOne(test, { ...without, to: newAddress(), template, subscribed: true })
    const { content } = await readEmail(test, email)
    expect(content.html).toContain('{{ unsubscribeUrl }}')
    expect(content.text_part).toContain('{{ unsubscribeUrl }}')
  })

  it('is the only kind that asks for a subscription', async () => {
    const leaver = await buildContact(test, { subscribed: false })
    const { id: template } = await buildTemplate(test, { ...marketing, type: 'TRANSACTIONAL' })
    expect(await sendOne(test, { ...without, to: leaver.email, template })).toMatchObject({
      status: 'QUEUED',
    })
    expect(await sendOne(test, { to: leaver.email })).toMatchObject({ status: 'QUEUED' })
  })

  it('reports a suppression before a missing subscription', async () => {
    const own = await inFreshProject(test)
    const { id: template } = await buildTemplate(own, marketing)
    await call(own, ['POST', '/suppressions'], { body: { email: 'both@example.com' } })
    const entry = await sendOne(own, { ...without, to: 'both@example.com', template })
    expect(entry).toMatchObject({ status: 'SUPPRESSED', reason: 'manual' })
  })
})
