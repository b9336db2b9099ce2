// The official client of SendGrid against a node, with nothing but another base URL.
import sendgridMail from '@sendgrid/mail'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKey, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { buildTemplate, listEmails, readContent, readEmail, useServedApp } from '../fixtures/served.ts'

const test = useServedApp()

type Service = typeof sendgridMail & { client: { setDefaultRequest(key: string, value: string): void } }
const { MailService } = sendgridMail as unknown as { MailService: new () => Service }

function clientOf(key: string): Service {
  const service = new MailService()
  service.setApiKey(key)
  service.client.setDefaultRequest('baseUrl', `${test.origin}/compat/sendgrid/`)
  return service
}
let sendgrid: Service
beforeAll(async () => {
  sendgrid = clientOf(test.project.secretKey)
  await buildTemplate(test)
})

const EMAIL = {
  from: { email: 'shop@shop.test', name: 'The Shop' },
  to: 'ada@example.com',
  subject: 'Hello',
  html: '<p>It works</p>',
}

async function sent(email: object): Promise<string> {
  const [reply] = await sendgrid.send({ ...EMAIL, ...email }).catch((error: Refusal) => {
    throw new Error(JSON.stringify(error.response.body))
  })
  expect([reply.statusCode, reply.body]).toEqual([202, ''])
  return (reply.headers as Record<string, string>)['x-message-id'] ?? ''
}

type Refusal = { code: number; response: { body: { errors: { message: string; field: string | null }[] } } }

async function refusalOf(email: object, client = sendgrid) {
  const error = await client.send({ ...EMAIL, ...email } as never).then(
    () => Promise.reject(new Error('it was sent')),
    (reason: unknown) => reason as Refusal,
  )
  return { status: error.code, errors: error.response.body.errors }
}

describe('send', () => {
  it('sends HTML and text, as they are', async () => {
    const id = await sent({ text: 'Use {{ name }}' })
    expect(await readContent(test, id)).toMatchObject({
      subject: 'Hello',
      html: expect.stringContaining('<p>It works</p>') as string,
      text: expect.stringContaining('Use {{ name }}') as string,
    })
  })

  it('sends copies, headers, a reply-to address, categories and arguments', async () => {
    const id = await sent({
      cc: 'grace@example.com',
      bcc: [{ email: 'alan@example.com' }],
      replyTo: 'help@shop.test',
      headers: { 'X-Order': 'A-1043' },
      categories: ['shipping'],
      customArgs: { order: 'A-1043' },
      trackingSettings: {
        clickTracking: { enable: false, enableText: false },
        openTracking: { enable: false },
      },
      mailSettings: { sandboxMode: { enable: false } },
    })
    expect((await readContent(test, id)).headers).toMatchObject({
      Cc: expect.stringContaining('grace@example.com') as string,
      'Reply-To': expect.stringContaining('help@shop.test') as string,
      'X-Order': 'A-1043',
    })
    expect(await readEmail(test, id)).toMatchObject({ tags: ['shipping', 'order:A-1043'] })
  })

  it('sends attachments, also inline ones', async () => {
    const id = await sent({
      attachments: [
        { content: 'aGVsbG8=', filename: 'a.txt' },
        { content: 'aGVsbG8=', filename: 'b.png', disposition: 'inline', content_id: 'b' },
        { content: 'aGVsbG8=', filename: 'a.png', type: 'image/png', disposition: 'inline', contentId: 'a' },
      ],
    })
    expect((await readEmail(test, id)).status).not.toBe('FAILED')
  })

  it('schedules', async () => {
    const sendAt = Math.floor(test.clock.now().getTime() / 1_000) + 3_600
    const scheduledFor = new Date(sendAt * 1_000).toISOString()
    expect(await readEmail(test, await sent({ sendAt }))).toMatchObject({ status: 'SCHEDULED', scheduledFor })
  })

  it('sends a template with its variables', async () => {
    const [reply] = await sendgrid.send({
      from: EMAIL.from,
      to: EMAIL.to,
      templateId: 'd-welcome',
      dynamicTemplateData: { name: 'Ada' },
    })
    const id = (reply.headers as Record<string, string>)['x-message-id'] ?? ''
    expect(await readContent(test, id)).toMatchObject({ subject: 'Welcome, Ada' })
  })

  it('sends a template that was moved in from SendGrid by the id that it had there', async () => {
    const templateId = 'd-0123456789ABCDEF0123456789abcdef'
    await buildTemplate(test, { alias: templateId.toLowerCase(), name: 'Moved' })
    const [reply] = await sendgrid.send({
      from: EMAIL.from,
      to: EMAIL.to,
      templateId,
      dynamicTemplateData: { name: 'Grace' },
    })
    const id = (reply.headers as Record<string, string>)['x-message-id'] ?? ''
    expect(await readContent(test, id)).toMatchObject({ subject: 'Welcome, Grace' })
  })

  it('sends one email per recipient with sendMultiple, and one per personalization', async () => {
    const app = await inFreshProject(test)
    const client = clientOf(app.project.secretKey)
    await client.sendMultiple({ ...EMAIL, to: ['ada@example.com', 'grace@example.com'] })
    await client.send({
      ...EMAIL,
      personalizations: [
        { to: 'alan@example.com', subject: 'Alan' },
        { to: 'edsger@example.com', customArgs: { order: '2' } },
      ],
    })
    const emails = await listEmails(app)
    expect(emails.map(({ to }) => to).toSorted()).toEqual([
      'ada@example.com',
      'alan@example.com',
      'edsger@example.com',
      'grace@example.com',
    ])
    expect(emails.find(({ to }) => to === 'alan@example.com')).toMatchObject({ subject: 'Alan' })
  })

  it.each([
    ['substitutions', { substitutions: { name: 'Ada' } }, 'send dynamic_template_data'],
    ['an unsubscribe group', { asm: { groupId: 1 } }, 'unsubscribe groups are topics'],
    ['a pool of addresses', { ipPoolName: 'x' }, 'a domain chooses its transports'],
    ['a batch id', { batchId: 'x' }, 'cancel an email of Lettermill'],
    ['the sandbox', { mailSettings: { sandboxMode: { enable: true } } }, 'must be false'],
    ['content of another type', { content: [{ type: 'text/calendar', value: 'x' }] }, 'must be one of'],
    [
      'several reply-to addresses',
      { replyToList: [{ email: 'a@x.test' }, { email: 'b@x.test' }] },
      'one address',
    ],
    ['a bad address', { to: 'nobody' }, 'Write the address in full'],
    ['a date that is past', { sendAt: 1 }, 'The field send_at'],
    [
      'an unknown template',
      { templateId: 'd-none', subject: undefined, html: undefined },
      'There is no such template',
    ],
    [
      'two kinds of reply-to addresses',
      { replyTo: 'a@x.test', replyToList: [{ email: 'b@x.test' }] },
      'The field reply_to_list must be left out beside reply_to',
    ],
    [
      'content beside a template',
      { templateId: 'd-welcome', subject: undefined },
      'The field content must be left out beside template_id',
    ],
    [
      'a subject beside a template',
      { templateId: 'd-welcome', html: undefined },
      'The field subject must be left out beside template_id',
    ],
    [
      'another subject beside a template',
      {
        templateId: 'd-welcome',
        subject: undefined,
        html: undefined,
        personalizations: [{ to: 'ada@example.com', subject: 'Hi' }],
      },
      'The field personalizations.0.subject must be left out beside template_id',
    ],
  ])('refuses with a sentence: %s', async (_what, email, sentence) => {
    const { status, errors } = await refusalOf(email)
    expect(status).toBe(400)
    expect(errors.map(({ message }) => message).join(' ')).toContain(sentence)
  })

  it('refuses variables without a template', async () => {
    const body = {
      from: EMAIL.from,
      subject: 'Hello',
      content: [{ type: 'text/plain', value: 'x' }],
      personalizations: [{ to: [{ email: 'ada@example.com' }], dynamic_template_data: { name: 'Ada' } }],
    }
    const reply = await call(test, ['POST', '/compat/sendgrid/v3/mail/send'], { body })
    expect([reply.statusCode, reply.json<Refusal['response']['body']>().errors]).toMatchObject([
      400,
      [{ field: 'personalizations.0.dynamic_template_data' }],
    ])
  })

  it('names the field', async () => {
    const { errors } = await refusalOf({ sendAt: 1 })
    expect(errors).toMatchObject([{ field: 'send_at', help: null }])
  })

  it('sends none of several personalizations if one is refused', async () => {
    const app = await inFreshProject(test)
    const personalizations = [
      { to: 'ada@example.com' },
      { to: 'grace@example.com', from: 'a@unverified.com' },
    ]
    const { status } = await refusalOf({ personalizations }, clientOf(app.project.secretKey))
    expect(status).toBe(403)
    expect(await listEmails(app)).toEqual([])
  })

  it('refuses content that is too large once per personalization', async () => {
    const attachments = [{ content: Buffer.alloc(1_048_576).toString('base64'), filename: 'a.bin' }]
    const personalizations = Array.from({ length: 20 }, () => ({ to: 'ada@example.com' }))
    const { status, errors } = await refusalOf({ attachments, personalizations })
    expect([status, errors[0]?.message]).toEqual([
      400,
      expect.stringContaining('must take at most 16 MB, counting content and attachments once per entry'),
    ])
  })
})

describe('a caller', () => {
  it('with a wrong key, or a key of another kind or scope, is refused', async () => {
    expect(await refusalOf({}, clientOf('sk_wrong'))).toMatchObject({
      status: 401,
      errors: [{ field: null }],
    })
    for (const key of [test.project.publicKey, await buildKey(test, { scopes: ['read'] })]) {
      expect(await refusalOf({}, clientOf(key))).toMatchObject({ status: 403 })
    }
  })

  it('without a key is refused in the form of SendGrid', async () => {
    const reply = await call(test, ['POST', '/compat/sendgrid/v3/mail/send'], { key: null, body: {} })
    expect([reply.statusCode, reply.json()]).toMatchObject([401, { errors: [{ field: null }] }])
  })

  it('does not find a template of another project', async () => {
    const { status } = await refusalOf({ templateId: 'd-welcome' }, clientOf(test.other.secretKey))
    expect(status).toBe(400)
  })

  it('of another path is told that it is not supported', async () => {
    const reply = await call(test, ['GET', '/compat/sendgrid/v3/templates'])
    expect([reply.statusCode, reply.body]).toEqual([
      404,
      expect.stringContaining('Lettermill does not support GET /v3/templates of SendGrid.'),
    ])
  })
})
