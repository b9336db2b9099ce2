// The official client of Resend against a node, with nothing but another base URL.
import { Resend } from 'resend'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { buildTemplate, listEmails, readContent, readEmail, useServedApp } from '../fixtures/served.ts'

const test = useServedApp()

const clientOf = (key: string) => new Resend(key, { baseUrl: `${test.origin}/compat/resend` })
let resend: Resend
beforeAll(() => {
  resend = clientOf(test.project.secretKey)
})

const EMAIL = {
  from: 'The Shop <shop@shop.test>',
  to: 'ada@example.com',
  subject: 'Hello',
  html: '<p>It works</p>',
}

async function sent(email: Partial<typeof EMAIL> & Record<string, unknown>): Promise<string> {
  const { data, error } = await resend.emails.send({ ...EMAIL, ...email } as never)
  expect(error).toBeNull()
  return data?.id ?? ''
}

async function refused(email: Record<string, unknown>) {
  const { data, error } = await resend.emails.send({ ...EMAIL, ...email } as never)
  expect(data).toBeNull()
  return error
}

describe('emails.send', () => {
  it('sends HTML and text', async () => {
    const id = await sent({ text: 'It works' })
    expect(await readEmail(test, id)).toMatchObject({ to: 'ada@example.com', subject: 'Hello' })
    const content = await readContent(test, id)
    expect(content.html).toContain('<p>It works</p>')
    expect(content.text).toContain('It works')
  })

  it('takes content as it is, not as Liquid', async () => {
    for (const html of ['<p>{{ name }} and {% if %}</p>', '<p>{{ a }}{% endraw %}{{{ b }}}</p>']) {
      const id = await sent({ subject: 'Use {{ name }}', html })
      const content = await readContent(test, id)
      expect([content.subject, content.html]).toEqual(['Use {{ name }}', expect.stringContaining(html)])
    }
  })

  it('sends copies, and replies to another address', async () => {
    const id = await sent({ cc: ['grace@example.com'], bcc: 'alan@example.com', replyTo: ['help@shop.test'] })
    expect((await readContent(test, id)).headers).toMatchObject({
      Cc: expect.stringContaining('grace@example.com') as string,
      'Reply-To': expect.stringContaining('help@shop.test') as string,
    })
  })

  it('sends headers and tags', async () => {
    const id = await sent({ headers: { 'X-Order': 'A-1043' }, tags: [{ name: 'kind', value: 'shipping' }] })
    expect((await readContent(test, id)).headers).toMatchObject({ 'X-Order': 'A-1043' })
    expect(await readEmail(test, id)).toMatchObject({ tags: ['kind:shipping'] })
  })

  it('sends attachments, also inline ones', async () => {
    const id = await sent({
      html: '<p><img src="cid:logo"></p>',
      attachments: [
        { filename: 'a.txt', content: Buffer.from('hello') },
        { filename: 'logo.png', content: 'aGVsbG8=', contentId: 'logo', contentType: 'image/png' },
      ],
    })
    expect((await readEmail(test, id)).status).not.toBe('FAILED')
  })

  it('schedules, reschedules and cancels', async () => {
    const at = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const id = await sent({ scheduledAt: at })
    expect(await readEmail(test, id)).toMatchObject({ status: 'SCHEDULED', scheduledFor: at })
    const later = new Date(test.clock.now().getTime() + 7_200_000).toISOString()
    expect(await resend.emails.update({ id, scheduledAt: later })).toMatchObject({
      data: { object: 'email', id },
    })
    expect(await readEmail(test, id)).toMatchObject({ scheduledFor: later })
    expect((await resend.emails.cancel(id)).data).toEqual({ object: 'email', id })
    expect((await resend.emails.get(id)).data).toMatchObject({ last_event: 'canceled', scheduled_at: later })
  })

  it('uses a template with its variables', async () => {
    await buildTemplate(test)
    const { data } = await resend.emails.send({
      to: 'ada@example.com',
      template: { id: 'welcome', variables: { name: 'Ada' } },
    } as never)
    expect(await readContent(test, data?.id ?? '')).toMatchObject({ subject: 'Welcome, Ada' })
  })

  it('sends once for one Idempotency-Key, and refuses it for another email', async () => {
    const options = { idempotencyKey: 'order-1043' }
    const first = await resend.emails.send(EMAIL, options)
    expect((await resend.emails.send(EMAIL, options)).data).toEqual(first.data)
    const other = await resend.emails.send({ ...EMAIL, subject: 'Other' }, options)
    expect(other.error).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' })
  })

  it.each([
    ['topic_id', { topicId: 'x' }, 'The field topic_id is not a field of this call; topics belong to'],
    [
      'an attachment by URL',
      { attachments: [{ filename: 'a', path: 'https://x.test/a' }] },
      'fetches no files',
    ],
    ['several reply-to addresses', { replyTo: ['a@x.test', 'b@x.test'] }, 'must be one address'],
    ['a date in words', { scheduledAt: 'in 1 hour' }, 'The field scheduled_at must be an ISO 8601 date'],
    ['a bad address', { to: 'nobody' }, 'The field to: Write the address in full'],
    ['two recipients beside a copy', { to: ['a@x.test', 'b@x.test'], cc: 'c@x.test' }, 'exactly one address'],
    ['HTML beside a template', { template: { id: 'welcome' } }, 'cannot be combined with html'],
    ['a reserved header', { headers: { Sender: 'x' } }, 'is reserved'],
    ['a broken file', { attachments: [{ filename: 'a', content: '!' }] }, 'The field attachments.0.content'],
  ])('refuses with a sentence: %s', async (_what, email, sentence) => {
    const error = await refused(email)
    expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(error?.message).toContain(sentence)
  })

  it('names what is missing', async () => {
    const { error } = await resend.emails.send({ from: EMAIL.from, subject: 'x', html: 'x' } as never)
    expect(error).toMatchObject({ statusCode: 422, name: 'missing_required_field' })
    expect(error?.message).toContain('The field to is required.')
  })

  it('refuses a sender of another domain, and a template that is not there', async () => {
    expect(await refused({ from: 'a@unverified.com' })).toMatchObject({
      statusCode: 403,
      name: 'invalid_from_address',
    })
    const { error } = await resend.emails.send({ to: EMAIL.to, template: { id: 'none' } } as never)
    expect(error).toMatchObject({ statusCode: 404, name: 'not_found' })
  })
})

describe('batch.send', () => {
  const pair = [EMAIL, { ...EMAIL, to: 'grace@example.com' }]

  it('sends all emails', async () => {
    const { data } = await resend.batch.send(pair)
    const ids = data?.data.map(({ id }) => id) ?? []
    const stored = await Promise.all(ids.map((id) => readEmail(test, id)))
    expect(stored.map(({ to }) => to)).toEqual(['ada@example.com', 'grace@example.com'])
  })

  it.each([
    ['invalid', { to: 'nobody' }, 'The field emails.1.to: Write'],
    ['of another sender', { from: 'a@unverified.com' }, 'emails.1: '],
  ])('sends none if one is %s', async (_what, bad, sentence) => {
    const fresh = Object.assign(await inFreshProject(test), { origin: test.origin })
    const { error } = await clientOf(fresh.project.secretKey).batch.send([EMAIL, { ...EMAIL, ...bad }])
    expect(error?.message).toContain(sentence)
    expect(await listEmails(fresh)).toEqual([])
  })

  it('sends the others with permissive validation', async () => {
    const { data } = await resend.batch.send([{ ...EMAIL, to: 'nobody' }, EMAIL], {
      batchValidation: 'permissive',
    })
    expect(data).toEqual({
      data: [{ id: expect.any(String) as string }],
      errors: [
        { index: 0, message: expect.stringContaining('The field to: Write the address in full') as string },
      ],
    })
  })

  it('refuses more than 100, and another validation', async () => {
    const { error } = await resend.batch.send(Array.from({ length: 101 }, () => EMAIL))
    expect(error?.message).toContain('at most 100 emails')
    const other = await resend.batch.send(pair, { batchValidation: 'none' as never })
    expect(other.error).toMatchObject({ statusCode: 422 })
  })
})

describe('emails.get', () => {
  it('returns the email with its content', async () => {
    const id = await sent({ tags: [{ name: 'kind', value: 'a:b' }] })
    expect((await resend.emails.get(id)).data).toMatchObject({
      object: 'email',
      to: ['ada@example.com'],
      html: expect.stringContaining('It works') as string,
      tags: [{ name: 'kind', value: 'a:b' }],
    })
  })

  it('does not know an email of another project', async () => {
    const id = await sent({})
    const other = clientOf(test.other.secretKey)
    for (const reply of [await other.emails.get(id), await other.emails.cancel(id)]) {
      expect(reply.error).toMatchObject({ statusCode: 404, name: 'not_found' })
    }
  })
})

describe('emails.list', () => {
  it('has the newest emails, and those of no other project', async () => {
    const [first, second] = [await sent({}), await sent({ subject: 'Newest' })]
    const { data } = await resend.emails.list({ limit: 2 })
    expect(data).toMatchObject({
      object: 'list',
      data: [{ id: second, subject: 'Newest', to: ['ada@example.com'], cc: null }, { id: first }],
      has_more: true,
    })
    const foreign = await clientOf(test.other.secretKey).emails.list()
    expect(foreign.data?.data.map(({ id }) => id)).not.toContain(second)
    expect((await resend.emails.list({ after: first })).error).toMatchObject({ statusCode: 422 })
  })
})

describe('a caller', () => {
  it('with a wrong key, a key of another kind or scope is refused', async () => {
    const wrong = await clientOf('sk_wrong').emails.send(EMAIL)
    expect(wrong.error).toMatchObject({ statusCode: 401, name: 'invalid_api_key' })
    const publicKey = await clientOf(test.project.publicKey).emails.send(EMAIL)
    expect(publicKey.error).toMatchObject({ statusCode: 403, name: 'restricted_api_key' })
    const reader = await clientOf(await buildKey(test, { scopes: ['read'] })).emails.send(EMAIL)
    expect(reader.error).toMatchObject({ statusCode: 403, name: 'restricted_api_key' })
  })

  it('without a key is refused in the form of Resend', async () => {
    const reply = await call(test, ['POST', '/compat/resend/emails'], { key: null, body: EMAIL })
    expect([reply.statusCode, reply.json<{ name: string }>().name]).toEqual([401, 'missing_api_key'])
  })

  it('of another path is told that it is not supported', async () => {
    const { error } = await resend.broadcasts.list()
    expect(error).toMatchObject({ statusCode: 404, name: 'not_found' })
    expect(error?.message).toContain('Lettermill does not support GET /broadcasts of Resend.')
    const created = await resend.webhooks.create({ endpoint: 'https://x.test', events: [] })
    expect(created.error?.message).toContain('does not support POST /webhooks of Resend')
  })
})
