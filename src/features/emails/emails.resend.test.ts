import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { ensureEmailMonth } from '../../../test/support/emails.ts'
import {
  buildContact,
  buildKey,
  inFreshProject,
  makeEmail,
  newAddress,
} from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../test/support/requests.ts'
import { readEmail, send, sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { EMAIL_STATUSES } from './emails.values.ts'
import type { EmailRecord } from './emails.service.ts'

const test = useTestApp()
const delivery = useDelivery(test)

const resend = (id: string, options: Omit<CallOptions, 'body'> = {}, app: TestApp = test): Promise<Reply> =>
  call(app, ['POST', `/emails/${id}/resend`], options)

const read = async (id: string) => (await call(test, ['GET', `/emails/${id}`])).json<EmailRecord>()

/** An email that has ended, to a contact. */
async function makeSent(overrides: Parameters<typeof makeEmail>[1] = {}): Promise<string> {
  const contact = await buildContact(test)
  return makeEmail(test, {
    address: contact.email,
    contactId: contact.id,
    ...overrides,
    stored: { status: 'SENT', ...overrides.stored },
  })
}

const WAITING = ['QUEUED', 'SCHEDULED', 'DEFERRED', 'SENDING']

describe('POST /emails/{id}/resend', () => {
  it('sends the same content with the same variables to the same recipient, as an email of its own', async () => {
    const { email: id } = await sendOne(test, {
      to: { email: newAddress(), name: 'Ann' },
      subject: 'Your code is {{ code }}',
      body: '<p>{{ code }}</p>',
      data: { code: '123456' },
      tags: ['codes'],
      headers: { 'X-Order': '17' },
      attachments: [{ filename: 'a.txt', content: 'aGVsbG8=' }],
    })
    await delivery.drain()
    const first = await read(id)
    const reply = await resend(id)
    expect(reply.statusCode).toBe(201)
    const again = reply.json<EmailRecord>()
    expect(again).toMatchObject({
      to: first.to,
      from: first.from,
      contactId: first.contactId,
      tags: ['codes'],
      source: 'TRANSACTIONAL',
      status: 'QUEUED',
      attempts: 0,
      sentAt: null,
    })
    expect(again.id).not.toBe(id)
    expect(again.messageId).not.toBe(first.messageId)
    await delivery.drain()
    expect(await read(again.id)).toMatchObject({ status: 'DELIVERED', subject: 'Your code is 123456' })
    const contentOf = async (email: string) =>
      (await call(test, ['GET', `/emails/${email}/content`])).json<object>()
    const { headers: _first, ...said } = (await contentOf(id)) as { headers: unknown }
    expect(await contentOf(again.id)).toMatchObject(said)
    const raw = (await call(test, ['GET', `/emails/${again.id}/raw`])).body
    expect(raw).toContain('a.txt')
    expect(raw).toMatch(/^To: Ann </m)
    expect(await read(id)).toEqual(first)
  })

  it.each(EMAIL_STATUSES.filter((status) => !WAITING.includes(status)))(
    'takes one that is %s',
    async (status) => {
      const reply = await resend(await makeSent({ stored: { status } }))
      expect([reply.statusCode, reply.json<EmailRecord>().status]).toEqual([201, 'QUEUED'])
    },
  )

  it('is suppressed if the recipient is suppressed by now', async () => {
    const address = newAddress()
    const contact = await buildContact(test, { email: address })
    const id = await makeSent({ address, contactId: contact.id })
    await call(test, ['POST', '/suppressions'], { body: { email: address } })
    const reply = await resend(id)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({ status: 'SUPPRESSED', reason: 'manual' })
  })

  it('checks again whether the recipient of marketing email is subscribed', async () => {
    const contact = await buildContact(test, { subscribed: false })
    const id = await makeSent({ address: contact.email, contactId: contact.id, lane: 'marketing' })
    expect((await resend(id)).json()).toMatchObject({ status: 'SUPPRESSED', reason: 'unsubscribed' })
  })

  it('goes to the address of the first email, filled for the contact that has another address by now', async () => {
    const contact = await buildContact(test)
    const id = await makeSent({ address: contact.email, contactId: contact.id })
    await call(test, ['PATCH', `/contacts/${contact.id}`], { body: { email: newAddress() } })
    expect((await resend(id)).json()).toMatchObject({ to: contact.email, contactId: contact.id })
  })

  it('refuses a sender that is not verified any more', async () => {
    const id = await makeSent({ content: { fromEmail: 'shop@gone.example.com' } })
    const reply = await resend(id)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'DOMAIN_NOT_VERIFIED'])
  })

  it('refuses an email whose content has expired', async () => {
    const old = new Date(test.clock.now().getTime() - 120 * 86_400_000)
    await ensureEmailMonth(test, old)
    const expired = await resend(await makeSent({ stored: { sent_at: old } }))
    expect([expired.statusCode, errorOf(expired).code]).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(expired).message).toContain('expired')

    const id = await makeSent({ content: { subject: 'Erased' } })
    const { content_id: contentId } = await readEmail(test, id)
    await sql`delete from content_bodies where content_id = ${contentId}`.execute(test.deps.database.db)
    await sql`update contents set erased_at = now() where id = ${contentId}`.execute(test.deps.database.db)
    const erased = await resend(id)
    expect([erased.statusCode, errorOf(erased).code]).toEqual([400, 'INVALID_STATE'])
  })

  it('refuses an email whose contact was deleted, and makes no contact', async () => {
    const contact = await buildContact(test)
    const id = await makeSent({ address: contact.email, contactId: contact.id })
    await call(test, ['DELETE', `/contacts/${contact.id}`])
    const reply = await resend(id)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(reply).message).toContain('deleted')
  })

  it('refuses a copy, and sends to the recipient in "to" with the header that it had', async () => {
    const [main, copy] = await send(test, { to: newAddress(), cc: newAddress() })
    await delivery.drain()
    const refused = await resend(copy?.email ?? '')
    expect([refused.statusCode, errorOf(refused).code]).toEqual([400, 'INVALID_STATE'])
    const again = (await resend(main?.email ?? '')).json<EmailRecord>()
    await delivery.drain()
    const raw = (await call(test, ['GET', `/emails/${again.id}/raw`])).body
    expect(raw).toContain(`Cc: ${copy?.contact.email}`)
  })

  it('needs a secret key with all rights, of the same project', async () => {
    const id = await makeSent()
    expect((await resend(id, { key: null })).statusCode).toBe(401)
    expect((await resend(id, { key: test.project.publicKey })).statusCode).toBe(403)
    const key = await buildKey(test, { scopes: ['read', 'send'] })
    expect((await resend(id, { key })).statusCode).toBe(403)
    const foreign = await resend(id, { key: test.other.secretKey })
    expect(foreign.statusCode).toBe(404)
    expect((await resend('no-such-email')).statusCode).toBe(404)
  })

  it('repeats its answer to a repeated request, and sends once', async () => {
    const app = await inFreshProject(test)
    const contact = await buildContact(app)
    const id = await makeEmail(app, {
      address: contact.email,
      contactId: contact.id,
      stored: { status: 'SENT', sent_at: test.clock.now() },
    })
    const headers = { 'idempotency-key': 'resend once' }
    const first = await resend(id, { headers }, app)
    const again = await resend(id, { headers }, app)
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()])
    const list = (await call(app, ['GET', '/emails'])).json<{ total: number }>()
    expect(list.total).toBe(2)
  })

  // Last, because the email stays SENDING, and the tests above wait until none is.
  it.each(WAITING)('refuses one that is %s, since it will still be sent', async (status) => {
    const lease = status === 'SENDING' ? { lease_owner: crypto.randomUUID() } : {}
    const reply = await resend(await makeSent({ stored: { status, ...lease } }))
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(reply).message).toContain(status)
  })
})
