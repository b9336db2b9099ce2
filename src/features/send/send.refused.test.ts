// Invalid input: the right status, code and field, and nothing is stored for any recipient.
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { buildDomain, buildTemplate, UNKNOWN } from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { countStored, postSend, SENDER } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()
let own: TestApp
beforeAll(async () => {
  own = await inFreshProject(test)
})

/** Adds a valid recipient beside the invalid part: it must not get an email either. */
const refused = async (overrides: Record<string, unknown>) => {
  const before = await countStored(own)
  const reply = await postSend(own, { to: ['good@example.com', 'fine@example.com'], ...overrides })
  expect(await countStored(own)).toEqual(before)
  return reply
}

const expectFields = async (overrides: Record<string, unknown>, fields: Record<string, string>) => {
  const reply = await refused(overrides)
  expect([reply.statusCode, errorOf(reply).code]).toEqual([422, 'VALIDATION_ERROR'])
  expect(fieldsOf(reply)).toEqual(fields)
}

const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')
const CONTROLS = [
  ['CR', '\r'],
  ['LF', '\n'],
  ['CRLF and a header', '\r\nBcc: evil@example.com'],
  ['NUL', '\0'],
  ['escape', '\u001b'],
  ['DEL', '\u007f'],
  ['NEL', '\u0085'],
] as const

describe.each(CONTROLS)('a %s', (_name, control) => {
  const evil = `before${control}after`
  it.each([
    ['the subject', { subject: evil }, 'subject'],
    ['a header value', { headers: { 'X-Order': evil } }, 'headers.X-Order'],
    ['the sender name', { name: evil }, 'name'],
    ['the name in from', { from: { email: SENDER, name: evil } }, 'from.name'],
    ['the address in from', { from: `a${control}@shop.test` }, 'from'],
    ['the reply address', { reply: `a@shop.test${control}` }, 'reply'],
    ['a recipient', { to: ['good@example.com', `a${control}@example.com`] }, 'to.1'],
    [
      'the name of a recipient',
      { to: ['good@example.com', { email: 'a@example.com', name: evil }] },
      'to.1.name',
    ],
    ['a copy', { to: 'good@example.com', cc: [`a@example.com${control}`] }, 'cc.0'],
    ['a hidden copy', { to: 'good@example.com', bcc: { email: `a${control}@example.com` } }, 'bcc.email'],
    ['a tag', { tags: [evil] }, 'tags.0'],
    ['a file name', { attachments: [{ filename: evil, content: '' }] }, 'attachments.0.filename'],
    [
      'a content type',
      { attachments: [{ filename: 'a', content: '', contentType: `text/plain${control}` }] },
      'attachments.0.contentType',
    ],
    [
      'a content id',
      { attachments: [{ filename: 'a', content: '', contentId: `a${control}b` }] },
      'attachments.0.contentId',
    ],
  ])('is refused in %s', async (_where, overrides, field) => {
    await expectFields(overrides, { [field]: 'invalid_string' })
  })

  it('is refused in a header name', async () => {
    const reply = await refused({ headers: { [`X-${control}Evil`]: 'x' } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(Object.values(fieldsOf(reply))).toEqual(['invalid_string'])
  })
})

describe('addresses', () => {
  it.each([
    '"x@evil.test x"@d.test',
    '"a b"@example.com',
    '"a,b"@example.com',
    '"<a>"@example.com',
    'a@b@example.com',
    'Ann, Lee <ann@example.com>',
    'Ann <ann@example.com> Lee',
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'nonsense',
    '',
    ' ',
    '@example.com',
    'a@',
    'a@localhost',
    'ä@example.com',
    'a@exa mple.com',
    'a\u200b@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('that are invalid are refused in every field: %j', async (address) => {
    await expectFields({ to: address }, { to: 'invalid_string' })
    await expectFields({ to: ['good@example.com', address] }, { 'to.1': 'invalid_string' })
    await expectFields({ to: ['good@example.com', { email: address }] }, { 'to.1.email': 'invalid_string' })
    await expectFields({ from: address }, { from: 'invalid_string' })
    await expectFields({ reply: address }, { reply: 'invalid_string' })
  })

  it('are reported one by one if several are invalid', async () => {
    await expectFields(
      { to: ['bad', 'good@example.com', 'worse@', 'fine@example.com'] },
      { 'to.0': 'invalid_string', 'to.2': 'invalid_string' },
    )
  })

  it('are limited to fifty in total', async () => {
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => `${name}${index}@example.com`)
    await expectFields({ to: many(51, 'to') }, { to: 'too_big' })
    await expectFields({ to: 'a@example.com', cc: many(25, 'cc'), bcc: many(25, 'bcc') }, { to: 'too_big' })
    // A repeated address counts as another recipient.
    await expectFields({ to: Array.from({ length: 51 }, () => 'a@example.com') }, { to: 'too_big' })
  })

  it('must be one at least', async () => {
    await expectFields({ to: [] }, { to: 'too_small' })
    await expectFields({ to: undefined }, { to: 'required' })
  })

  it('must be exactly one beside a copy', async () => {
    await expectFields({ cc: 'cc@example.com' }, { to: 'too_big' })
    await expectFields({ bcc: ['bcc@example.com'] }, { to: 'too_big' })
  })
})

describe('attachments', () => {
  const file = (overrides: Record<string, unknown> = {}) => ({
    filename: 'a.txt',
    content: 'YQ==',
    ...overrides,
  })

  it('may be ten and no more', async () => {
    await expectFields({ attachments: Array.from({ length: 11 }, () => file()) }, { attachments: 'too_big' })
  })

  // A name that is shown from right to left hides what kind of file it is: "invoice_gpj.exe" reads "invoice_exe.jpg".
  const TURNING = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029'
  it.each(Array.from(TURNING))(
    'may not have a name with a character that changes how it reads: %j',
    async (character) => {
      const filename = `invoice_${character}gpj.exe`
      const reply = await refused({ attachments: [file(), file({ filename })] })
      expect([reply.statusCode, fieldsOf(reply)]).toEqual([
        422,
        { 'attachments.1.filename': 'invalid_string' },
      ])
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      expect(reply.body).toContain(`U+${code}`)
    },
  )

  it.each(['فاتورة.pdf', 'חשבונית.pdf', 'हिन्दी\u200d.pdf', 'نامه\u200cها.pdf', '👩\u200d💻.png'])(
    'may be named in any script: %s',
    async (filename) => {
      const reply = await postSend(test, { attachments: [file({ filename })] })
      expect(reply.statusCode).toBe(200)
    },
  )

  it('are limited to 10 MB in total', async () => {
    const attachments = [file({ content: base64(10 * 1_048_576) }), file({ content: base64(1) })]
    await expectFields({ attachments }, { attachments: 'too_big' })
  })

  it('that are larger than any request are refused before they are read', async () => {
    const reply = await refused({ attachments: [file({ content: 'A'.repeat(17_000_000) })] })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it.each(['a', 'YQ=', 'YQ===', 'Y Q==', 'YQ==YQ==', 'Y-_a', '%%%%', '=', 'data:text/plain;base64,YQ=='])(
    'must be base64, or their place is told: %s',
    async (content) => {
      await expectFields(
        { attachments: [file(), file({ content })] },
        { 'attachments.1.content': 'invalid_string' },
      )
    },
  )

  it('must be complete, and of the right kind', async () => {
    await expectFields(
      {
        attachments: [
          {},
          file({ disposition: 'hidden' }),
          file({ contentType: 'nonsense' }),
          file({ type: 7 }),
        ],
      },
      {
        'attachments.0.filename': 'required',
        'attachments.0.content': 'required',
        'attachments.1.disposition': 'invalid_enum_value',
        'attachments.2.contentType': 'invalid_string',
        'attachments.3.type': 'invalid_type',
      },
    )
  })
})

describe('all that is wrong', () => {
  it('with the addresses of a list is reported at once, in every notation', async () => {
    await expectFields(
      { to: ['bad', { email: 'bad too' }, 'good@example.com', 'Ann <bad>'] },
      { 'to.0': 'invalid_string', 'to.1.email': 'invalid_string', 'to.3': 'invalid_string' },
    )
  })

  it('with a combination of fields is reported together with the problem of a single field', async () => {
    await expectFields(
      { to: ['one@example.com', 'two@example.com'], cc: 'three@example.com', subject: 5 },
      { subject: 'invalid_type', to: 'too_big' },
    )
    await expectFields({ to: [], tags: Array(21).fill('a') }, { tags: 'too_big', to: 'too_small' })
    await expectFields({ to: [], subject: 'a'.repeat(999) }, { subject: 'too_big', to: 'too_small' })
  })

  it.each([{ to: [] }, { to: undefined }, { to: null }, { to: 7 }, { to: Array(51).fill('a@example.com') }])(
    'with a field is reported once: %j',
    async (overrides) => {
      const { errors = [] } = errorOf(await refused({ ...overrides, subject: 5 }))
      expect(errors.map(({ field }) => field).toSorted()).toEqual(['subject', 'to'])
    },
  )
})

describe('headers that the service writes itself', () => {
  const owned =
    'From To Cc Bcc Subject Date Message-ID MIME-Version Content-Type Content-Transfer-Encoding Content-Foo DKIM-Signature Return-Path Received Sender Delivered-To Authentication-Results ARC-Seal ARC-Message-Signature ARC-Authentication-Results Reply-To Feedback-ID Resent-From Resent-Bcc'
  it.each(owned.split(' '))('are reserved in any case: %s', async (name) => {
    for (const spelling of [name, name.toLowerCase(), name.toUpperCase()]) {
      await expectFields({ headers: { [spelling]: 'x' } }, { [`headers.${spelling}`]: 'reserved' })
    }
  })

  const obeyed =
    'X-SMTPAPI x-msys-api X-Mailgun-Variables X-Mailgun-Drop-Message X-MJ-CustomID X-SES-CONFIGURATION-SET X-PM-Metadata-order X-PM-KeepID X-Mailin-Custom'
  it.each(obeyed.split(' '))('are reserved if relays obey them: %s', async (name) => {
    await expectFields({ headers: { [name]: 'x' } }, { [`headers.${name}`]: 'reserved' })
  })

  it.each(['List-Unsubscribe', 'list-unsubscribe-post'])(
    'are reserved on marketing email alone: %s',
    async (name) => {
      const { id } = await buildTemplate(own, { type: 'MARKETING', from: SENDER })
      await expectFields({ template: id, headers: { [name]: 'x' } }, { [`headers.${name}`]: 'reserved' })
      expect((await postSend(test, { headers: { [name]: 'x' } })).statusCode).toBe(200)
    },
  )

  it.each(['', 'X Order', 'X:Order', 'X-Ördér', 'X-\u2028', 'a'.repeat(77)])(
    'are not the only names that are refused: %j',
    async (name) => {
      await expectFields({ headers: { [name]: 'x' } }, { [`headers.${name}`]: 'invalid_string' })
    },
  )

  it('are refused beside fifty others at most', async () => {
    const headers = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, 'x']))
    await expectFields({ headers }, { headers: 'too_big' })
  })
})

describe('a marketing template', () => {
  it.each([
    [{ cc: 'copy@example.com' }, { cc: 'custom' }],
    [{ bcc: ['copy@example.com', { email: 'other@example.com' }] }, { bcc: 'custom' }],
    [
      { cc: ['copy@example.com'], bcc: 'other@example.com', headers: { 'List-Unsubscribe': 'x' } },
      { cc: 'custom', bcc: 'custom', 'headers.List-Unsubscribe': 'reserved' },
    ],
  ])('refuses copies: %j', async (copies, fields) => {
    const { id: template } = await buildTemplate(own, { type: 'MARKETING', from: SENDER })
    await expectFields({ to: 'good@example.com', template, ...copies }, fields)
  })

  it('refuses copies after the same content was accepted without them', async () => {
    const { id: template } = await buildTemplate(own, { type: 'MARKETING', from: SENDER })
    expect((await postSend(own, { template, subscribed: true })).statusCode).toBe(200)
    await expectFields({ to: 'good@example.com', template, cc: 'copy@example.com' }, { cc: 'custom' })
  })

  it('accepts empty lists of copies', async () => {
    const { id: template } = await buildTemplate(own, { type: 'MARKETING', from: SENDER })
    expect((await postSend(own, { template, cc: [], bcc: [] })).statusCode).toBe(200)
  })
})

describe('the sender', () => {
  it('must be of a verified domain', async () => {
    const domain = await buildDomain(own)
    const reply = await refused({ from: `ann@${domain.domain}` })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'DOMAIN_NOT_VERIFIED'])
    expect(errorOf(reply).message).toContain(domain.domain)
  })

  it('must be of a domain that this project has', async () => {
    const reply = await refused({ from: 'ann@somebody-else.com' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'DOMAIN_NOT_VERIFIED'])
  })

  it('is required in the call, the template or the project', async () => {
    await expectFields({ from: undefined }, { from: 'required' })
    await expectFields({ from: undefined, name: 'Only a name' }, { from: 'required' })
  })

  it('must be verified if it comes from the template', async () => {
    const { id } = await buildTemplate(own, { from: 'ann@unverified.com' })
    const reply = await refused({ template: id, from: undefined })
    expect(errorOf(reply).code).toBe('DOMAIN_NOT_VERIFIED')
  })
})

describe('the template', () => {
  it.each([UNKNOWN, 'nonsense', ''])('must be there: %j', async (template) => {
    const reply = await refused({ template })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })

  it('must be of this project', async () => {
    const theirs = await buildTemplate(test, {}, test.other)
    const reply = await refused({ template: theirs.id })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })

  it.each([
    ['subject', { subject: 'Hello {{ name' }, 'line 1, column 7'],
    ['body', { body: '<p>\n  {% if a %}</p>' }, 'line 2, column 3'],
    ['text', { text: 'Hello {% nonsense %}' }, 'line 1, column 7'],
  ])(
    'is any text of a call, and its mistakes are told with their place: %s',
    async (field, overrides, place) => {
      const reply = await refused(overrides)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
      expect(errorOf(reply).message).toContain(`${field}, ${place}`)
    },
  )

  it('or a subject and a body must be given', async () => {
    await expectFields({ subject: undefined, body: undefined }, { subject: 'required', body: 'required' })
    await expectFields({ subject: '', body: '' }, { subject: 'too_small', body: 'too_small' })
    await expectFields({ subject: 'a'.repeat(999) }, { subject: 'too_big' })
  })
})

describe('too large', () => {
  const json = (bytes: number) => ({ x: 'a'.repeat(bytes - '{"x":""}'.length) })

  it('is data of more than 256 kB, counted in bytes of JSON', async () => {
    expect((await postSend(test, { data: json(262_144) })).statusCode).toBe(200)
    await expectFields({ data: json(262_145) }, { data: 'too_big' })
    await expectFields({ data: { x: 'é'.repeat(140_000) } }, { data: 'too_big' })
    await expectFields({ data: { x: '\n'.repeat(140_000) } }, { data: 'too_big' })
    await expectFields({ data: { a: { b: [['a'.repeat(262_144)]] } } }, { data: 'too_big' })
    await expectFields({ data: { ['k'.repeat(201)]: 1 } }, { [`data.${'k'.repeat(201)}`]: 'too_big' })
  })

  it('is a body or a text of more than 1 MB, counted in bytes', async () => {
    expect(
      (await postSend(test, { body: 'a'.repeat(1_048_576), text: 'a'.repeat(1_048_576) })).statusCode,
    ).toBe(200)
    await expectFields(
      { body: 'a'.repeat(1_048_577), text: 'é'.repeat(524_289) },
      { body: 'too_big', text: 'too_big' },
    )
  })

  it('is more than twenty tags, or a long one', async () => {
    await expectFields({ tags: Array.from({ length: 21 }, () => 'a') }, { tags: 'too_big' })
    await expectFields({ tags: ['a'.repeat(101)] }, { 'tags.0': 'too_big' })
  })

  it.each([
    ['subject', 'subject', 'too_big'],
    ['template', 'template', 'too_big'],
    ['name', 'name', 'too_big'],
    ['reply', 'reply', 'invalid_string'],
    ['from', 'from', 'invalid_string'],
    ['to', 'to', 'invalid_string'],
    ['scheduledFor', 'scheduledFor', 'too_big'],
  ])('is a %s of megabytes, whatever is in it', async (name, field, code) => {
    await expectFields({ [name]: '\u0001'.repeat(2_000_000) }, { [field]: code })
  })
})

describe('a wrong type', () => {
  it.each([
    ['to', 7, 'invalid_union'],
    ['to', null, 'invalid_union'],
    ['subject', 7, 'invalid_type'],
    ['body', ['a'], 'invalid_type'],
    ['text', 7, 'invalid_type'],
    ['template', 7, 'invalid_type'],
    ['from', 7, 'invalid_union'],
    ['name', 7, 'invalid_type'],
    ['subscribed', 'true', 'invalid_type'],
    ['subscribed', 1, 'invalid_type'],
    ['data', 'x', 'invalid_type'],
    ['data', [1], 'invalid_type'],
    ['headers', 'x', 'invalid_type'],
    ['reply', 7, 'invalid_union'],
    ['attachments', {}, 'invalid_type'],
    ['tags', 'order', 'invalid_type'],
    ['tracking', true, 'invalid_type'],
    ['scheduledFor', 1_900_000_000, 'invalid_type'],
  ])('is never coerced: %s = %j', async (field, value, code) => {
    await expectFields({ [field]: value }, { [field]: code })
  })

  it('is answered with the expected type', async () => {
    const [problem] = errorOf(await refused({ to: 7 })).errors ?? []
    expect(problem?.message).toBe('must be an address, "Name <address>", {name, email}, or an array of these')
    const [inner] = errorOf(await refused({ to: ['a@example.com', 7] })).errors ?? []
    expect(inner).toMatchObject({
      field: 'to.1',
      message: 'must be an address, "Name <address>" or {name, email}',
    })
  })

  it('is answered with the path of the value', async () => {
    await expectFields(
      { headers: { 'X-A': 7 }, tracking: { opens: 'yes' }, tags: ['a', 7] },
      { 'headers.X-A': 'invalid_type', 'tracking.opens': 'invalid_type', 'tags.1': 'invalid_type' },
    )
  })
})

describe('scheduledFor', () => {
  const ahead = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString()

  it.each([
    ['text that is no date', () => 'tomorrow'],
    ['a date without a time', () => '2030-01-01'],
    ['a time without an offset', () => '2030-01-01T10:00:00'],
    ['a day that does not exist', () => '2030-02-30T10:00:00Z'],
    ['the past', () => ahead(-10 * 60_000)],
    ['more than a year ahead', () => ahead(367 * 86_400_000)],
  ])('is refused as %s', async (_what, scheduledFor) => {
    await expectFields({ scheduledFor: scheduledFor() }, { scheduledFor: 'invalid_date' })
  })
})

describe('the key', () => {
  it('must be there and be right', async () => {
    expect((await postSend(test, {}, { key: null })).statusCode).toBe(401)
    expect((await postSend(test, {}, { key: 'sk_nonsense' })).statusCode).toBe(401)
  })

  it('must be allowed to send', async () => {
    const readOnly = await buildKey(test, { scopes: ['read'] })
    for (const key of [test.project.publicKey, readOnly]) {
      const reply = await postSend(test, {}, { key })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
    }
  })
})

describe('an empty body', () => {
  const MISSING = { to: 'required', subject: 'required', body: 'required' }

  it('reports all missing fields at once', async () => {
    const reply = await call(test, ['POST', '/v1/send'], { body: {} })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, MISSING])
    expect(errorOf(reply).message).toMatch(/^to: is required/)
  })

  it('needs a sender once the fields are valid, unless the project has one', async () => {
    const app = await inFreshProject(test)
    const body = { to: 'ann@example.com', subject: 'Hello', body: 'Hello' }
    expect(fieldsOf(await call(app, ['POST', '/v1/send'], { body }))).toEqual({ from: 'required' })
    await call(app, ['PATCH', '/project'], { body: { defaultFrom: 'shop@shop.test' } })
    expect(fieldsOf(await call(app, ['POST', '/v1/send'], { body: {} }))).toEqual(MISSING)
    expect((await call(app, ['POST', '/v1/send'], { body })).statusCode).toBe(200)
  })

  it('needs no parts that a template may supply', async () => {
    const reply = await call(test, ['POST', '/v1/send'], { body: { template: 'welcome' } })
    expect(fieldsOf(reply)).toEqual({ to: 'required' })
  })

  it('needs a body or a text that is not empty', async () => {
    const body = { to: 'ann@example.com', from: 'shop@shop.test', subject: 'Hello', text: '' }
    expect(fieldsOf(await call(test, ['POST', '/v1/send'], { body }))).toEqual({ body: 'required' })
  })
})
