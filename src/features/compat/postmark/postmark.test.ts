// The official client of Postmark against a node, with nothing but another host.
import { Errors, Models, ServerClient } from 'postmark'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { buildTemplate, readContent, readEmail, useServedApp } from '../fixtures/served.ts'

const test = useServedApp()

const clientOf = (key: string) =>
  new ServerClient(key, { useHttps: false, requestHost: `${new URL(test.origin).host}/compat/postmark` })
let postmark: ServerClient
beforeAll(async () => {
  postmark = clientOf(test.project.secretKey)
  await buildTemplate(test)
})

const EMAIL = {
  From: 'The Shop <shop@shop.test>',
  To: 'ada@example.com',
  Subject: 'Hello',
  HtmlBody: '<p>It works</p>',
}

const sent = async (email: Partial<Models.Message>) =>
  (await postmark.sendEmail({ ...EMAIL, ...email })).MessageID

const refusalOf = (sending: Promise<unknown>): Promise<Errors.HttpError> =>
  sending.then(
    () => Promise.reject(new Error('it was sent')),
    (error: unknown) => error as Errors.HttpError,
  )

describe('sendEmail', () => {
  it('sends HTML and text, as they are', async () => {
    const result = await postmark.sendEmail({ ...EMAIL, TextBody: 'Use {{ name }}' })
    expect(result).toMatchObject({ To: 'ada@example.com', ErrorCode: 0, Message: 'OK' })
    expect(new Date(result.SubmittedAt).toISOString()).toBe(result.SubmittedAt)
    expect(await readContent(test, result.MessageID)).toMatchObject({
      subject: 'Hello',
      html: expect.stringContaining('<p>It works</p>') as string,
      text: expect.stringContaining('Use {{ name }}') as string,
    })
  })

  it('sends copies, headers, a reply-to address, a tag and metadata', async () => {
    const id = await sent({
      Cc: '"Hopper, Grace" <grace@example.com>, alan@example.com',
      Bcc: 'edsger@example.com',
      ReplyTo: 'help@shop.test',
      Headers: [{ Name: 'X-Order', Value: 'A-1043' }],
      Tag: 'shipping',
      Metadata: { order: 'A-1043' },
      MessageStream: 'outbound',
      TrackOpens: false,
      TrackLinks: Models.LinkTrackingOptions.None,
    })
    expect((await readContent(test, id)).headers).toMatchObject({
      Cc: expect.stringMatching(/grace@example\.com.*alan@example\.com/s) as string,
      'Reply-To': expect.stringContaining('help@shop.test') as string,
      'X-Order': 'A-1043',
    })
    expect(await readEmail(test, id)).toMatchObject({ tags: ['tag:shipping', 'order:A-1043'] })
  })

  it('sends one email to each of several recipients', async () => {
    const result = await postmark.sendEmail({ ...EMAIL, To: 'ada@example.com, Grace <grace@example.com>' })
    expect(result.To).toBe('ada@example.com, "Grace" <grace@example.com>')
    expect(await readEmail(test, result.MessageID)).toMatchObject({ to: 'ada@example.com' })
  })

  it('sends attachments, also inline ones', async () => {
    const id = await sent({
      Attachments: [
        { Name: 'a.txt', Content: 'aGVsbG8=', ContentType: 'text/plain', ContentID: null },
        { Name: 'logo.png', Content: 'aGVsbG8=', ContentType: 'image/png', ContentID: 'cid:logo' },
      ],
    })
    expect((await readEmail(test, id)).status).not.toBe('FAILED')
  })

  it.each([
    [
      'several reply-to addresses',
      { ReplyTo: 'a@x.test, b@x.test' },
      'The field ReplyTo must be one address',
    ],
    [
      'a header twice',
      {
        Headers: [
          { Name: 'X-Order', Value: '1' },
          { Name: 'x-order', Value: '2' },
        ],
      },
      'The field Headers must have each name once',
    ],
    ['another stream', { MessageStream: 'broadcasts' }, 'The field MessageStream must be outbound'],
    ['tracking of text alone', { TrackLinks: 'TextOnly' }, 'The field TrackLinks must be one of'],
    ['an unknown field', { Colour: 'red' }, 'The field Colour is not a field of this call'],
    ['a template', { TemplateAlias: 'welcome' }, 'send a template with POST /email/withTemplate'],
    ['a bad address', { To: 'nobody' }, 'The field To.0: Write the address in full'],
    ['an empty list of recipients', { To: '' }, 'The field To must name a recipient'],
    [
      'a broken file',
      { Attachments: [{ Name: 'a', Content: '!', ContentType: 'a/b' }] },
      'Attachments.0.Content',
    ],
  ])('refuses with a sentence: %s', async (_what, email, sentence) => {
    const error = await refusalOf(postmark.sendEmail({ ...EMAIL, ...email } as never))
    expect(error).toBeInstanceOf(Errors.InvalidEmailRequestError)
    expect([error.statusCode, error.code]).toEqual([422, 300])
    expect(error.message).toContain(sentence)
  })

  it('refuses a sender of another domain', async () => {
    const error = await refusalOf(postmark.sendEmail({ ...EMAIL, From: 'a@unverified.com' }))
    expect(error).toBeInstanceOf(Errors.ApiInputError)
    expect([error.statusCode, error.code]).toEqual([422, 400])
  })

  it('names recipients who are suppressed', async () => {
    await call(test, ['POST', '/suppressions'], { body: { email: 'gone@example.com' } })
    const error = await refusalOf(postmark.sendEmail({ ...EMAIL, To: 'gone@example.com' }))
    expect(error).toBeInstanceOf(Errors.InactiveRecipientsError)
    expect((error as Errors.InactiveRecipientsError).recipients).toEqual(['gone@example.com'])
  })
})

describe('sendEmailWithTemplate', () => {
  const TEMPLATE = { From: EMAIL.From, To: EMAIL.To, TemplateModel: { name: 'Ada' } }

  it('sends a template with its variables', async () => {
    const email = { ...TEMPLATE, TemplateAlias: 'welcome', InlineCss: true }
    const { MessageID: id } = await postmark.sendEmailWithTemplate(email)
    expect(await readContent(test, id)).toMatchObject({ subject: 'Welcome, Ada' })
  })

  it('refuses an unknown template, a number, and content beside it', async () => {
    const unknown = await refusalOf(postmark.sendEmailWithTemplate({ ...TEMPLATE, TemplateAlias: 'none' }))
    expect([unknown.statusCode, unknown.code]).toEqual([422, 1101])
    const number = await refusalOf(postmark.sendEmailWithTemplate({ ...TEMPLATE, TemplateId: 17 }))
    expect(number.message).toContain('pass the alias or id as TemplateAlias')
    const both = { ...TEMPLATE, TemplateAlias: 'welcome', HtmlBody: 'x' }
    expect((await refusalOf(postmark.sendEmailWithTemplate(both))).message).toContain(
      'the template has the HTML',
    )
  })

  it('does not know a template of another project', async () => {
    const other = clientOf(test.other.secretKey)
    const error = await refusalOf(other.sendEmailWithTemplate({ ...TEMPLATE, TemplateAlias: 'welcome' }))
    expect(error.code).toBe(1101)
  })
})

describe('a batch', () => {
  it('has a result per email', async () => {
    const results = await postmark.sendEmailBatch([EMAIL, { ...EMAIL, To: 'nobody' }, EMAIL])
    expect(results.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 300, 0])
    expect(results[1]?.Message).toContain('The field To.0')
    expect(await readEmail(test, results[2]?.MessageID ?? '')).toMatchObject({ to: 'ada@example.com' })
  })

  it('may be of templates', async () => {
    const email = { From: EMAIL.From, To: EMAIL.To, TemplateModel: { name: 'Ada' } }
    const results = await postmark.sendEmailBatchWithTemplates([
      { ...email, TemplateAlias: 'welcome' },
      { ...email, TemplateAlias: 'none' },
    ])
    expect(results.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 1101])
  })

  it('is refused with more than 100 emails', async () => {
    const error = await refusalOf(postmark.sendEmailBatch(Array.from({ length: 101 }, () => EMAIL)))
    expect(error.message).toContain('at most 100 emails; send the others with another call')
  })
})

describe('a caller', () => {
  it('with a wrong key, or a key of another kind or scope, is refused', async () => {
    const wrong = await refusalOf(clientOf('sk_wrong').sendEmail(EMAIL))
    expect(wrong).toBeInstanceOf(Errors.InvalidAPIKeyError)
    expect([wrong.statusCode, wrong.code]).toEqual([401, 10])
    const keys = [test.project.publicKey, await buildKey(test, { scopes: ['read'] })]
    for (const key of keys) {
      expect(await refusalOf(clientOf(key).sendEmail(EMAIL))).toMatchObject({ statusCode: 403, code: 10 })
    }
  })

  it('without a key is refused in the form of Postmark', async () => {
    const reply = await call(test, ['POST', '/compat/postmark/email'], { key: null, body: EMAIL })
    expect([reply.statusCode, reply.json()]).toEqual([
      401,
      { ErrorCode: 10, Message: expect.any(String) as string },
    ])
  })

  it('of another path is told that it is not supported', async () => {
    const error = await refusalOf(postmark.getBounces())
    expect([error.statusCode, error.message]).toEqual([
      404,
      expect.stringContaining('Lettermill does not support GET /bounces of Postmark.'),
    ])
  })
})
