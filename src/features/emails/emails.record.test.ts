// One email: its record, its history, its content and its source.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { parkOne } from '../../../test/support/emails.ts'
import { buildContact, buildKey, makeEmail } from '../../../test/support/factories.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { newId } from '../../platform/ids.ts'
import type { AddressedContent } from '../delivery/index.ts'
import type { EmailRecord } from './emails.service.ts'

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const MINUTE_MS = 60_000

const test = useTestApp()

async function read(app: TestApp, id: string): Promise<EmailRecord> {
  const reply = await call(app, ['GET', `/emails/${id}`])
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<EmailRecord>()
}

const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * MINUTE_MS)

type StoredEvent = { type: string; at: Date; data?: Record<string, unknown> }

/** Stores events like the engine and the tracking pages. */
async function storeEvents(emailId: string, events: StoredEvent[]): Promise<void> {
  for (const { type, at, data = {} } of events) {
    await sql`
      insert into email_events (project_id, email_id, id, type, data, created_at)
      values (${test.project.projectId}, ${emailId}, ${newId(at)}, ${type}, ${JSON.stringify(data)}::jsonb, ${at})`.execute(
      test.deps.database.db,
    )
  }
}

const ACCEPTED = { code: 250, enhancedCode: '2.0.0', text: 'OK' }
const typesOf = ({ events }: EmailRecord) => events.map(({ type }) => type)

describe('GET /emails/{id}', () => {
  it('says why an email is parked, in the list too, and nothing of one that another project has parked', async () => {
    const stored = { status: 'SENDING', lease_owner: 'a worker', reason: 'an older reason' }
    const [parked, other] = [await makeEmail(test, { stored }), await makeEmail(test, { stored })]
    const reason = 'It could not be claimed (23514). The log of the server has the details.'
    await parkOne(test, { projectId: test.project.projectId, emailId: parked, reason })
    await parkOne(test, { projectId: test.other.projectId, emailId: other, reason })
    expect(await read(test, parked)).toMatchObject({ status: 'SENDING', reason })
    expect(await read(test, other)).toMatchObject({ status: 'SENDING', reason: 'an older reason' })
    const { emails } = (await call(test, ['GET', '/emails'], { query: { status: 'SENDING' } })).json<{
      emails: EmailRecord[]
    }>()
    expect(emails.find(({ id }) => id === parked)).toMatchObject({ reason })
    await sql`delete from parked_emails`.execute(test.deps.database.db)
  })

  it('names the workflow that sends it, waiting and sent', async () => {
    const recipients = JSON.stringify({ workflowId: 'the-workflow', stepId: 'welcome' })
    const stored = { source: 'WORKFLOW', recipients }
    const waiting = await makeEmail(test, { stored })
    const sent = await makeEmail(test, { stored: { ...stored, status: 'SENT', sent_at: test.clock.now() } })
    for (const id of [waiting, sent]) {
      expect(await read(test, id)).toMatchObject({ workflowId: 'the-workflow' })
    }
  })

  it('shows every field of a waiting email', async () => {
    const contact = await buildContact(test)
    const id = await makeEmail(test, {
      contactId: contact.id,
      address: contact.email,
      stored: { tags: ['a', 'b'] },
    })
    const record = await read(test, id)
    expect(record).toEqual({
      id,
      contactId: contact.id,
      to: contact.email,
      from: 'shop@shop.test',
      subject: 'Hello {{ name }}',
      status: 'QUEUED',
      reason: null,
      source: 'TRANSACTIONAL',
      campaignId: null,
      templateId: null,
      workflowId: null,
      traceId: null,
      messageId: `${id}@shop.test`,
      tags: ['a', 'b'],
      attempts: 0,
      lastReply: null,
      events: [{ type: 'queued', at: record.createdAt, data: {} }],
      createdAt: expect.any(String) as string,
      scheduledFor: null,
      topic: null,
      heldFor: null,
      transport: null,
      nextAttemptAt: null,
      sentAt: null,
      erasedAt: null,
    })
  })

  it('shows an accepted email without stored events', async () => {
    const at = inMinutes(1)
    const id = await makeEmail(test, {
      stored: {
        status: 'SENT',
        attempts: 1,
        sent_at: at,
        subject: 'Hello Ann',
        last_reply: JSON.stringify({ ...ACCEPTED, at }),
      },
    })
    const record = await read(test, id)
    expect(record).toMatchObject({
      status: 'SENT',
      subject: 'Hello Ann',
      attempts: 1,
      sentAt: at.toISOString(),
      lastReply: { ...ACCEPTED, at: at.toISOString() },
    })
    expect(record.events).toEqual([
      { type: 'queued', at: record.createdAt, data: {} },
      { type: 'sent', at: at.toISOString(), data: { reply: ACCEPTED } },
    ])
  })

  it('shows a long history in the order of time', async () => {
    const id = await makeEmail(test, {
      stored: { status: 'COMPLAINED', attempts: 2, sent_at: inMinutes(6) },
    })
    // Stored out of order, as with several nodes and receivers.
    await storeEvents(id, [
      { type: 'complained', at: inMinutes(90), data: { reporter: 'isp' } },
      { type: 'deferred', at: inMinutes(1), data: { attempt: 1 } },
      { type: 'opened', at: inMinutes(30) },
    ])
    const record = await read(test, id)
    expect(typesOf(record)).toEqual(['queued', 'deferred', 'sent', 'opened', 'complained'])
    expect(record.events[4]?.data).toEqual({ reporter: 'isp' })
  })

  it('puts an email before the complaint of the same instant', async () => {
    const at = inMinutes(1)
    const id = await makeEmail(test, { stored: { status: 'COMPLAINED', sent_at: at } })
    await storeEvents(id, [{ type: 'complained', at }])
    expect(typesOf(await read(test, id))).toEqual(['queued', 'sent', 'complained'])
  })

  it('shows delivered if the transport knows', async () => {
    const id = await makeEmail(test, { stored: { status: 'DELIVERED', sent_at: inMinutes(1) } })
    expect(typesOf(await read(test, id))).toEqual(['queued', 'sent', 'delivered'])
  })

  it('does not show a late bounce as the reply that accepted the email', async () => {
    const refusal = { code: 550, enhancedCode: '5.1.1', text: 'No such user' }
    const id = await makeEmail(test, {
      stored: {
        status: 'BOUNCED',
        sent_at: inMinutes(1),
        last_reply: JSON.stringify({ ...refusal, at: inMinutes(5) }),
      },
    })
    await storeEvents(id, [{ type: 'bounced', at: inMinutes(5), data: { reply: refusal } }])
    const { events } = await read(test, id)
    expect(events.slice(1)).toMatchObject([
      { type: 'sent', data: {} },
      { type: 'bounced', data: { reply: refusal } },
    ])
    expect(events[1]?.data).toEqual({})
  })

  it('shows when a scheduled email is due, and its schedule after it was sent', async () => {
    const due = inMinutes(60)
    const id = await makeEmail(test, { scheduledFor: due, lane: 'marketing' })
    const waiting = await read(test, id)
    expect(waiting).toMatchObject({ status: 'SCHEDULED', scheduledFor: due.toISOString() })
    expect(waiting.events).toEqual([
      { type: 'queued', at: waiting.createdAt, data: {} },
      { type: 'scheduled', at: waiting.createdAt, data: { scheduledFor: due.toISOString() } },
    ])
    const sent = await makeEmail(test, { scheduledFor: due, stored: { status: 'SENT', sent_at: due } })
    expect(await read(test, sent)).toMatchObject({ scheduledFor: due.toISOString() })
    expect(typesOf(await read(test, sent))).toEqual(['queued', 'scheduled', 'sent'])
  })

  it('shows the next attempt of a deferred email, and its reason', async () => {
    const retryAt = inMinutes(5)
    const id = await makeEmail(test, {
      stored: { status: 'DEFERRED', run_at: retryAt, reason: '451 later', attempts: 1 },
    })
    expect(await read(test, id)).toMatchObject({
      nextAttemptAt: retryAt.toISOString(),
      scheduledFor: null,
      reason: '451 later',
      sentAt: null,
    })
  })

  it('distinguishes an email that was suppressed at acceptance from one that had waited', async () => {
    const stored = { status: 'SUPPRESSED', reason: 'manual' }
    const [atOnce, later] = [await makeEmail(test, { stored }), await makeEmail(test, { stored })]
    const { createdAt } = await read(test, atOnce)
    const data = { reason: 'manual' }
    await storeEvents(atOnce, [{ type: 'suppressed', at: new Date(createdAt), data }])
    await storeEvents(later, [{ type: 'suppressed', at: inMinutes(1), data }])
    const record = await read(test, atOnce)
    expect(record).toMatchObject({ status: 'SUPPRESSED', reason: 'manual' })
    expect(record.events).toEqual([{ type: 'suppressed', at: createdAt, data }])
    expect(typesOf(await read(test, later))).toEqual(['queued', 'suppressed'])
  })

  it('shows only the newest hundred of endless opens', async () => {
    const id = await makeEmail(test, { stored: { status: 'SENT', sent_at: inMinutes(0) } })
    const opens = Array.from({ length: 101 }, (_, n) => ({
      type: 'opened',
      at: inMinutes(n + 1),
      data: { n },
    }))
    await storeEvents(id, opens)
    const { events } = await read(test, id)
    expect(events).toHaveLength(102)
    expect(events[2]?.data).toEqual({ n: 1 })
    expect(events.at(-1)?.data).toEqual({ n: 100 })
  })
})

describe('GET /emails/{id}/content', () => {
  const content = async (app: TestApp, id: string) => call(app, ['GET', `/emails/${id}/content`])

  it('fills the email in as it will be sent', async () => {
    const contact = await buildContact(test, { data: { name: 'Ann <3' } })
    const id = await makeEmail(test, {
      contactId: contact.id,
      address: contact.email,
      content: { headers: { 'X-Order': '17' } },
    })
    const reply = await content(test, id)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      subject: 'Hello Ann <3',
      html: expect.stringContaining('<p>Hello Ann &lt;3</p>') as string,
      text: expect.stringContaining('Hello Ann <3') as string,
      headers: {
        From: 'shop@shop.test',
        To: contact.email,
        Subject: 'Hello Ann <3',
        'Message-ID': `<${id}@shop.test>`,
        'X-Order': '17',
      },
    })
  })

  it('reads the content from the stored source', async () => {
    const raw = [
      'From: shop@shop.test',
      'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
      'X-Long: one,',
      ' two',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'As it was',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>As it was</p>',
      '--b--',
      '',
    ].join('\r\n')
    const id = await makeEmail(test, { raw: Buffer.from(raw) })
    const shown = (await content(test, id)).json<{ headers: object; html: string; text: string }>()
    expect(shown).toMatchObject({ subject: 'Grüße', headers: { 'X-Long': 'one, two' } })
    expect([shown.html.trim(), shown.text.trim()]).toEqual(['<p>As it was</p>', 'As it was'])
  })

  it('shows an email of HTML alone, and one of text alone', async () => {
    const html = (await content(test, await makeEmail(test, { content: { text: '' } }))).json<{
      text: string
    }>()
    expect(html).toMatchObject({ html: expect.stringContaining('<p>Hello </p>') as string, text: '' })
    const text = (await content(test, await makeEmail(test, { content: { html: '' } }))).json<{
      html: string
    }>()
    expect(text).toMatchObject({ html: '', text: expect.stringContaining('Hello') as string })
  })

  it.each<[what: string, content: Partial<AddressedContent>]>([
    ['its template never ends', { isPlain: false, html: '{% for n in (1..100000000) %}{{ n }}{% endfor %}' }],
    ['its header has a name that no header has', { headers: { 'Not a name': 'x' } }],
  ])('says that an email cannot be composed if %s', async (_what, broken) => {
    const reply = await content(test, await makeEmail(test, { content: broken }))
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(reply).message).toMatch(/^The email cannot be composed: \w/)
  })
})

describe('GET /emails/{id}/raw', () => {
  it('gives the exact bytes', async () => {
    const raw = Buffer.from([0x53, 0x3a, 0x20, 0xff, 0x00, 0x0d, 0x0a])
    const id = await makeEmail(test, { raw })
    const reply = await call(test, ['GET', `/emails/${id}/raw`])
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('message/rfc822')
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${id}.eml"`)
    expect(reply.rawPayload.equals(raw)).toBe(true)
  })

  it('distinguishes a source that is not stored from an email that does not exist', async () => {
    const kept = await call(test, ['GET', `/emails/${await makeEmail(test)}/raw`])
    expect([kept.statusCode, errorOf(kept).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    expect(errorOf(kept).message).toBe('The source of this email is not stored.')
    const unknown = await call(test, ['GET', `/emails/${UNKNOWN}/raw`])
    expect(errorOf(unknown).message).toBe('There is no such email.')
  })
})

type Route = (id: string) => Parameters<typeof call>[1]

const OF_ONE: [route: Route, needs: 'read' | 'full'][] = [
  [(id) => ['GET', `/emails/${id}`], 'read'],
  [(id) => ['GET', `/emails/${id}/content`], 'read'],
  [(id) => ['GET', `/emails/${id}/raw`], 'read'],
  [(id) => ['POST', `/emails/${id}/cancel`], 'full'],
]
const OF_MANY: typeof OF_ONE = [
  [() => ['GET', '/emails'], 'read'],
  [(id) => ['GET', `/contacts/${id}/emails`], 'read'],
]

const named = (routes: typeof OF_ONE) =>
  routes.map(([route, needs]) => ({ name: route('{id}').join(' '), route, needs }))

async function outcome(route: Parameters<typeof call>[1], key: string | null): Promise<[number, string]> {
  const reply = await call(test, route, { key })
  return [reply.statusCode, reply.statusCode < 400 ? '' : errorOf(reply).code]
}

describe.each(named([...OF_ONE, ...OF_MANY]))('$name', ({ route, needs }) => {
  it('requires a valid key', async () => {
    expect(await outcome(route(UNKNOWN), null)).toEqual([401, 'MISSING_AUTH'])
    expect(await outcome(route(UNKNOWN), `sk_${'x'.repeat(40)}`)).toEqual([401, 'INVALID_API_KEY'])
  })

  it('refuses the public key and one that may only send', async () => {
    const sending = await buildKey(test, { scopes: ['send'] })
    expect(await outcome(route(UNKNOWN), test.project.publicKey)).toEqual([403, 'FORBIDDEN'])
    expect(await outcome(route(UNKNOWN), sending)).toEqual([403, 'FORBIDDEN'])
  })

  it('lets a key that may only read do that and no more', async () => {
    const [status] = await outcome(route(UNKNOWN), await buildKey(test, { scopes: ['read'] }))
    expect(needs === 'full' ? [403] : [200, 404]).toContain(status)
  })
})

describe.each(named(OF_ONE))('$name', ({ route }) => {
  it('knows no email of another project', async () => {
    const theirs = await makeEmail(test, { project: test.other, raw: Buffer.from('S: x\r\n\r\n') })
    for (const id of [theirs, UNKNOWN, 'not-an-id']) {
      expect(await outcome(route(id), test.project.secretKey)).toEqual([404, 'RESOURCE_NOT_FOUND'])
    }
    expect(await read({ ...test, project: test.other }, theirs)).toMatchObject({ status: 'QUEUED' })
  })
})
