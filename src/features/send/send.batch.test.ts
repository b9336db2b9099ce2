import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { refuseRows } from '../../../test/support/delivery.ts'
import { buildKey, inFreshProject, newAddress, readContact } from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { CallOptions, ErrorAnswer, Reply } from '../../../test/support/requests.ts'
import { countStored, readEmail, sendBody } from '../../../test/support/send-steps.ts'
import type { SentEntry } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()

type Result = {
  success: boolean
  data?: { emails: SentEntry[]; timestamp: string }
  error?: ErrorAnswer['error'] & { statusCode: number; requestId: string }
}

const postBatch = (app: TestApp, emails: unknown, options: Omit<CallOptions, 'body'> = {}): Promise<Reply> =>
  call(app, ['POST', '/v1/send/batch'], { ...options, body: { emails } })

const resultsOf = (reply: Reply): Result[] => {
  if (reply.statusCode !== 200) throw new Error(`the batch was refused: ${reply.body}`)
  return reply.json<{ data: { results: Result[] } }>().data.results
}

const to = (address: string, overrides: Record<string, unknown> = {}) =>
  sendBody({ to: address, ...overrides })

const several = (count: number) => Array.from({ length: count }, () => to(newAddress()))

/** Without a key each email is accepted separately; with one, all are written in one transaction. */
const WAYS = [
  { way: 'without an Idempotency-Key', options: () => ({}) },
  {
    way: 'with an Idempotency-Key',
    options: () => ({ headers: { 'idempotency-key': crypto.randomUUID() } }),
  },
]

describe.each(WAYS)('POST /v1/send/batch $way', ({ options }) => {
  it('answers each email as POST /v1/send would, in the order of the request', async () => {
    const { id: template } = await buildTemplate(test, { from: 'shop@shop.test' })
    const [first, second, third] = [newAddress(), newAddress(), newAddress()]
    const reply = await postBatch(
      test,
      [to(first), { to: [second, third], template, data: { firstName: 'Ann' } }, to(third, { tags: ['x'] })],
      options(),
    )
    const results = resultsOf(reply)
    expect(reply.json()).toMatchObject({ success: true })
    expect(results.map(({ success }) => success)).toEqual([true, true, true])
    expect(results.map(({ data }) => data?.emails.map(({ contact }) => contact.email))).toEqual([
      [first],
      [second, third],
      [third],
    ])
    expect(results[0]).toEqual({
      success: true,
      data: {
        emails: [
          {
            contact: { id: expect.any(String) as string, email: first },
            email: expect.any(String) as string,
            status: 'QUEUED',
            missing: [],
          },
        ],
        timestamp: expect.any(String) as string,
      },
    })
    const [ofTemplate] = results[1]?.data?.emails ?? []
    expect(await readEmail(test, ofTemplate?.email ?? '')).toMatchObject({
      address: second,
      template_id: template,
      variables: { firstName: 'Ann' },
    })
    // One contact, regardless of how many emails of the batch it gets.
    expect(results[2]?.data?.emails[0]?.contact.id).toBe(results[1]?.data?.emails[1]?.contact.id)
  })

  it('accepts a hundred emails', async () => {
    const app = await inFreshProject(test)
    const results = resultsOf(await postBatch(app, several(100), options()))
    expect(results.filter(({ success }) => success)).toHaveLength(100)
    expect(await countStored(app)).toMatchObject({ emails: 100, contacts: 100, contents: 1 })
  })

  it('reports an invalid email in its own result only', async () => {
    const app = await inFreshProject(test)
    const foreign = await buildTemplate(test, {}, test.other)
    const reply = await postBatch(
      app,
      [
        to('nobody'),
        to(newAddress(), { template: foreign.id }),
        to(newAddress()),
        to(newAddress(), { from: 'shop@not-ours.com' }),
        to(newAddress(), { body: '{% if %}' }),
        'an email',
        null,
        to(newAddress(), { attachments: [{ filename: 'a.txt', content: '§' }] }),
      ],
      options(),
    )
    const results = resultsOf(reply)
    const outcomes = results.map(({ success, error }) => (success ? 'ok' : [error?.statusCode, error?.code]))
    expect(outcomes).toEqual([
      [422, 'VALIDATION_ERROR'],
      [404, 'TEMPLATE_NOT_FOUND'],
      'ok',
      [403, 'DOMAIN_NOT_VERIFIED'],
      [400, 'TEMPLATE_SYNTAX'],
      [422, 'VALIDATION_ERROR'],
      [422, 'VALIDATION_ERROR'],
      [422, 'VALIDATION_ERROR'],
    ])
    expect(results[0]).toEqual({
      success: false,
      error: {
        code: 'VALIDATION_ERROR',
        message: expect.any(String) as string,
        statusCode: 422,
        requestId: reply.headers['x-request-id'],
        errors: [{ field: 'to', message: expect.any(String) as string, code: 'invalid_string' }],
        suggestion: expect.any(String) as string,
      },
    })
    expect(results[7]?.error?.errors).toMatchObject([{ field: 'attachments.0.content' }])
    expect(await countStored(app)).toMatchObject({ emails: 1, contacts: 1 })
  })

  it('accepts the others if the database refuses one, and stores nothing of that one', async () => {
    const app = await inFreshProject(test)
    const [refused, beside] = [newAddress(), newAddress()]
    await refuseRows(test, 'email_queue', sql`new.address = ${sql.lit(refused)}`)
    const emails = [...several(3), to('', { to: [beside, refused] }), ...several(4)]
    const results = resultsOf(await postBatch(app, emails, options()))
    expect(results.map(({ success }) => success)).toEqual(emails.map((_, index) => index !== 3))
    expect(results[3]?.error).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', statusCode: 500 })
    expect(await countStored(app)).toMatchObject({ emails: 7, contacts: 7 })
  })

  it('refuses a change of a contact in the result of its email alone', async () => {
    const app = await inFreshProject(test)
    const [large, small] = [newAddress(), newAddress()]
    const kept = (text: string) => ({ data: { text: { value: text, persistent: true } } })
    const results = resultsOf(
      await postBatch(
        app,
        [to(newAddress()), to(large, kept('x'.repeat(70_000))), to(small, kept('few'))],
        options(),
      ),
    )
    expect(results.map(({ success, error }) => error?.statusCode ?? success)).toEqual([true, 422, true])
    expect(await readContact(app, large)).toBeUndefined()
    expect(await readContact(app, small)).toMatchObject({ data: { text: 'few' } })
  })

  it('applies subscriptions before sending emails that need them', async () => {
    const { id: template } = await buildTemplate(test, { type: 'MARKETING', from: 'shop@shop.test' })
    const address = newAddress()
    const results = resultsOf(
      await postBatch(test, [{ to: address, template }, to(address, { subscribed: true })], options()),
    )
    expect(results.map(({ data }) => data?.emails[0]?.status)).toEqual(['QUEUED', 'QUEUED'])
  })

  it('accepts two concurrent batches that create the same contacts in opposite orders', async () => {
    const app = await inFreshProject(test)
    const emails = Array.from({ length: 20 }, () => to(newAddress(), { subscribed: true }))
    const replies = await Promise.all([
      postBatch(app, emails, options()),
      postBatch(app, emails.toReversed(), options()),
    ])
    for (const reply of replies) expect(resultsOf(reply).every(({ success }) => success)).toBe(true)
    expect(await countStored(app)).toMatchObject({ emails: 40, contacts: 20 })
  })

  it('lets others have their turn between its emails', async () => {
    let rounds = 0
    let isRunning = true
    const count = () => {
      rounds += 1
      if (isRunning) setImmediate(count)
    }
    setImmediate(count)
    await postBatch(test, several(50), options())
    isRunning = false
    expect(rounds).toBeGreaterThan(50)
  })
})

describe('POST /v1/send/batch', () => {
  it.each([
    ['no emails', [], 'too_small'],
    ['101 emails', several(101), 'too_big'],
    ['an email instead of a list', to('ann@example.com'), 'invalid_type'],
    ['nothing', undefined, 'required'],
  ])('refuses %s', async (_what, emails, code) => {
    const app = await inFreshProject(test)
    const reply = await postBatch(app, emails)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { emails: code }])
    expect(await countStored(app)).toMatchObject({ emails: 0 })
  })

  it('refuses more than 32 MB of variables, counted once per recipient', async () => {
    const app = await inFreshProject(test)
    const large = (count: number) =>
      to('', {
        to: Array.from({ length: count }, () => newAddress()),
        body: '{{ text }}',
        data: { text: 'x'.repeat(250_000) },
      })
    const reply = await postBatch(app, [large(50), large(50), large(50)])
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { emails: 'too_big' }])
    expect(await countStored(app)).toMatchObject({ emails: 0, contacts: 0 })
    expect(resultsOf(await postBatch(app, [large(50), large(2)])).map(({ success }) => success)).toEqual([
      true,
      true,
    ])
  })

  it('needs a secret key that may send', async () => {
    const emails = several(1)
    expect((await postBatch(test, emails, { key: null })).statusCode).toBe(401)
    expect((await postBatch(test, emails, { key: test.project.publicKey })).statusCode).toBe(403)
    const reading = await buildKey(test, { scopes: ['read'] })
    expect((await postBatch(test, emails, { key: reading })).statusCode).toBe(403)
    const sending = await buildKey(test, { scopes: ['send'] })
    expect((await postBatch(test, emails, { key: sending })).statusCode).toBe(200)
  })

  it('repeats the results of a repeated request, refusals included, and sends nothing again', async () => {
    const app = await inFreshProject(test)
    const headers = { 'idempotency-key': 'this batch once' }
    const emails = [...several(2), to('nobody'), to(newAddress(), { subscribed: true })]
    const first = await postBatch(app, emails, { headers })
    const again = await postBatch(app, emails, { headers })
    expect(resultsOf(first).map(({ success }) => success)).toEqual([true, true, false, true])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    expect(await countStored(app)).toMatchObject({ emails: 3 })
    const other = await postBatch(app, several(1), { headers })
    expect([other.statusCode, errorOf(other).code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('stores content again that was deleted since, and loses no email', async () => {
    const app = await inFreshProject(test)
    const emails = several(3)
    resultsOf(await postBatch(app, emails))
    for (const { options } of WAYS) {
      await sql`delete from contents where project_id = ${app.project.projectId}`.execute(
        test.deps.database.db,
      )
      const results = resultsOf(await postBatch(app, emails, options()))
      for (const { data } of results) {
        expect(await readEmail(app, data?.emails[0]?.email ?? '')).toMatchObject({
          content: { subject: 'Your order' },
        })
      }
    }
  })
})
