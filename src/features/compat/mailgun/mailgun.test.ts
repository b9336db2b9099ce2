// The official client of Mailgun against a node, with nothing but another base URL.
import Mailgun from 'mailgun.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import type { Reply } from '../../../../test/support/requests.ts'
import { buildTemplate, readContent, readEmail, useServedApp } from '../fixtures/served.ts'

const test = useServedApp()

const clientOf = (key: string) =>
  new Mailgun(FormData).client({ username: 'api', key, url: `${test.origin}/compat/mailgun` })
let mailgun: ReturnType<typeof clientOf>
beforeAll(async () => {
  mailgun = clientOf(test.project.secretKey)
  await buildTemplate(test)
})

const DOMAIN = 'shop.test'
const MESSAGE = {
  from: 'The Shop <shop@shop.test>',
  to: 'ada@example.com',
  subject: 'Hello',
  html: '<p>It works</p>',
}

async function sent(message: object): Promise<string> {
  const result = await mailgun.messages.create(DOMAIN, { ...MESSAGE, ...message })
  expect(result).toMatchObject({ status: 200, message: 'Queued. Thank you.' })
  return /^<(.*)@shop\.test>$/.exec(result.id ?? '')?.[1] ?? ''
}

type Refusal = { status: number; details: string }

async function refusalOf(message: object, { client = mailgun, domain = DOMAIN } = {}): Promise<Refusal> {
  return client.messages.create(domain, { ...MESSAGE, ...message }).then(
    () => Promise.reject(new Error('it was sent')),
    (error: unknown) => error as Refusal,
  )
}

const PATH = `/compat/mailgun/v3/${DOMAIN}/messages`
const FORM = 'application/x-www-form-urlencoded'

const post = (body: string | Buffer, type = FORM): Promise<Reply> =>
  call(test, ['POST', PATH], { body, headers: { 'content-type': type } })

describe('messages.create', () => {
  it('sends HTML and text, as they are', async () => {
    const id = await sent({ text: 'Use {{ name }}' })
    expect(await readContent(test, id)).toMatchObject({
      subject: 'Hello',
      html: expect.stringContaining('<p>It works</p>') as string,
      text: expect.stringContaining('Use {{ name }}') as string,
    })
  })

  it('sends copies, headers, a reply-to address, tags and variables', async () => {
    const id = await sent({
      cc: ['grace@example.com', 'Alan <alan@example.com>'],
      bcc: 'edsger@example.com, barbara@example.com',
      'h:Reply-To': 'help@shop.test',
      'h:X-Order': 'A-1043',
      'o:tag': ['shipping', 'orders'],
      'v:order': 'A-1043',
      'o:tracking': false,
      'o:testmode': false,
    })
    expect((await readContent(test, id)).headers).toMatchObject({
      Cc: expect.stringMatching(/grace@example\.com.*alan@example\.com/s) as string,
      'Reply-To': expect.stringContaining('help@shop.test') as string,
      'X-Order': 'A-1043',
    })
    expect(await readEmail(test, id)).toMatchObject({ tags: ['shipping', 'orders', 'order:A-1043'] })
  })

  it('sends attachments, also inline ones, without a change of their bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const id = await sent({
      html: '<p><img src="cid:logo.png"></p>',
      attachment: [
        { data: bytes, filename: 'bytes.bin' },
        { data: Buffer.from('hello'), filename: 'a.txt' },
      ],
      inline: { data: Buffer.from('png'), filename: 'logo.png' },
    })
    expect((await readEmail(test, id)).status).not.toBe('FAILED')
    for (const data of [bytes, Buffer.from('hello'), Buffer.from('png')]) {
      const query = 'select 1 from blobs where project_id = $1 and bytes = $2'
      const { rowCount } = await test.deps.database.pool.query(query, [test.project.projectId, data])
      expect(rowCount).toBe(1)
    }
  })

  it('schedules', async () => {
    const at = new Date(Math.floor(test.clock.now().getTime() / 1_000) * 1_000 + 3_600_000)
    const id = await sent({ 'o:deliverytime': at.toUTCString().replace('GMT', '+0000') })
    expect(await readEmail(test, id)).toMatchObject({ status: 'SCHEDULED', scheduledFor: at.toISOString() })
  })

  it('sends a template with its variables, of either kind', async () => {
    for (const variables of [{ 't:variables': '{"name":"Ada"}' }, { 'v:name': 'Ada' }]) {
      const template = { html: undefined, subject: undefined, template: 'welcome', ...variables }
      expect(await readContent(test, await sent(template))).toMatchObject({ subject: 'Welcome, Ada' })
    }
  })

  it('may come urlencoded', async () => {
    const reply = await post(new URLSearchParams(MESSAGE).toString())
    expect(reply.json()).toMatchObject({ message: 'Queued. Thank you.' })
  })

  it.each([
    ['variables per recipient', { 'recipient-variables': '{}' }, 'send one message per recipient'],
    ['variables in a header', { 'h:X-Mailgun-Variables': '{}' }, 'pass the variables as t:variables'],
    ['a version of a template', { 't:version': 'v1' }, 'always has its newest version'],
    ['the test mode', { 'o:testmode': true }, 'The field o:testmode must be no'],
    ['TLS', { 'o:require-tls': true }, 'The field o:require-tls must be no'],
    ['an unknown field', { colour: 'red' }, 'The field colour is not a field of this call'],
    ['a bad address', { to: 'nobody' }, 'The field to.0: Write the address in full'],
    ['a date in another form', { 'o:deliverytime': 'tomorrow' }, 'must be a date by RFC 2822'],
    [
      'variables that are not an object',
      { template: 'welcome', 't:variables': '[1]' },
      'must be an object in JSON',
    ],
    ['variables without a template', { 't:variables': '{"name":"Ada"}' }, 'has no effect without template'],
    ['an unknown field of a common name', { constructor: 'x' }, 'constructor is not a field of this call'],
    ['a reserved header', { 'h:Sender': 'x' }, 'is reserved'],
    ['an unknown template', { template: 'none' }, 'template'],
  ])('refuses with a sentence: %s', async (_what, message, sentence) => {
    const { status, details } = await refusalOf(message)
    expect(status).toBe(400)
    expect(details).toContain(sentence)
  })

  it('refuses MIME, and a domain that is not that of the sender', async () => {
    const mime = await mailgun.messages
      .create(DOMAIN, { to: MESSAGE.to, message: 'From: a' })
      .catch((error: unknown) => error as Refusal)
    expect(mime).toMatchObject({
      status: 404,
      details: expect.stringContaining('messages.mime of Mailgun') as string,
    })
    const foreign = await refusalOf({}, { domain: 'other.test' })
    expect([foreign.status, foreign.details]).toEqual([
      400,
      expect.stringContaining('must be an address of other.test, the domain of the path'),
    ])
    expect((await mailgun.messages.create('mg.shop.test', MESSAGE)).status).toBe(200)
  })

  it('refuses more than 10 files, or 10 MB of them', async () => {
    const file = (size: number) => ({ data: Buffer.alloc(size), filename: 'a.bin' })
    const many = await refusalOf({ attachment: Array.from({ length: 11 }, () => file(1)) })
    expect([many.status, many.details]).toEqual([400, expect.stringContaining('more than 10 files')])
    const large = await refusalOf({ attachment: [file(6_000_000), file(6_000_000)] })
    expect([large.status, large.details]).toEqual([413, expect.stringContaining('larger than 10 MB')])
    expect((await sent({ attachment: [file(9_000_000)] })).length).toBe(36)
  })
})

describe('a body', () => {
  const MULTIPART = 'multipart/form-data; boundary=x'
  const part = (head: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\na`
  const many = Array.from({ length: 300 }, (_, index) => `v:${index}=1`).join('&')

  it.each([
    { what: 'JSON', body: '{}', type: 'application/json', sentence: 'The Content-Type must be' },
    { what: 'nothing', body: '', type: FORM, sentence: 'is required' },
    { what: 'no boundary', body: 'x', type: 'multipart/form-data', sentence: 'cannot be read' },
    { what: 'a cut form', body: part('name="to"'), type: MULTIPART, sentence: 'cannot be read' },
    { what: 'a field twice', body: 'subject=a&subject=b', type: FORM, sentence: 'more than once' },
    {
      what: 'a file in the place of a text',
      body: `${part('name="html"; filename="a"')}\r\n--x--\r\n`,
      type: MULTIPART,
      sentence: 'takes no file',
    },
    { what: 'a long field', body: `html=${'x'.repeat(1_048_578)}`, type: FORM, sentence: 'too long' },
    { what: 'many fields', body: many, type: FORM, sentence: 'more than 200 fields' },
  ])('that is no message is refused: $what', async ({ body, type, sentence }) => {
    const reply = await post(body, type)
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringContaining(sentence),
    ])
  })
})

describe('a caller', () => {
  it('with a wrong key, or a key of another kind or scope, is refused', async () => {
    expect(await refusalOf({}, { client: clientOf('sk_wrong') })).toMatchObject({ status: 401 })
    for (const key of [test.project.publicKey, await buildKey(test, { scopes: ['read'] })]) {
      expect(await refusalOf({}, { client: clientOf(key) })).toMatchObject({ status: 403 })
    }
  })

  it.each([
    ['no key', {}],
    ['another user', { authorization: `Basic ${btoa('root:sk_x')}` }],
  ])('with %s is refused in the form of Mailgun', async (_what, headers) => {
    const options = { key: null, body: 'to=a', headers: { 'content-type': FORM, ...headers } }
    const reply = await call(test, ['POST', PATH], options)
    expect([reply.statusCode, Object.keys(reply.json<object>())]).toEqual([401, ['message']])
  })

  it('does not find a template of another project', async () => {
    const { status } = await refusalOf({ template: 'welcome' }, { client: clientOf(test.other.secretKey) })
    expect(status).toBe(400)
  })
})
