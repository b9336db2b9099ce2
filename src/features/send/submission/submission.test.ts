import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { inFreshProject, newAddress, readContact } from '../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../test/support/feature-steps.ts'
import { call } from '../../../../test/support/requests.ts'
import { countStored, readEmail } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { idIn, simpleEmail, submit, useSubmission } from './fixtures/submission-server.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const submission = useSubmission(test)
const delivery = useDelivery(test)

type ListedEmail = {
  id: string
  to: string
  subject: string
  status: string
  source: string
  messageId: string
}

const listEmails = async (app: TestApp, query = ''): Promise<ListedEmail[]> =>
  (await call(app, ['GET', `/emails?limit=100${query}`])).json<{ emails: ListedEmail[] }>().emails

const rawOf = async (app: TestApp, id: string) =>
  PostalMime.parse((await call(app, ['GET', `/emails/${id}/raw`])).body)

const contentOf = async (app: TestApp, id: string) =>
  (await call(app, ['GET', `/emails/${id}/content`])).json<{
    subject: string
    html: string
    text: string
    headers: Record<string, string>
  }>()

describe('an email that nodemailer hands in', () => {
  it('is accepted with its defaults from this machine, where the certificate is our own', async () => {
    const transport = createTransport({
      host: 'localhost',
      port: submission.port,
      auth: { user: 'anybody', pass: test.project.secretKey },
    })
    const email = { from: 'shop@shop.test', to: newAddress(), subject: 'By default', text: 'Hello' }
    expect(idIn((await transport.sendMail(email)).response ?? '')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('arrives with every part', async () => {
    const own = await inFreshProject(test)
    const reply = await submission.send(
      {
        from: 'Der Läden <shop@shop.test>',
        to: '"Lee, Ann" <ann@example.com>',
        replyTo: 'Hilfe <help@shop.test>',
        subject: 'Grüße {{ name }} 🎉',
        text: 'Im Text: {{ name }}',
        html: '<p>Im HTML: {{ name }} <img src="cid:logo@shop"></p>',
        headers: { 'X-Order': '17', 'X-Wörter': 'nein', 'X-Words': 'schön' },
        messageId: '<client-1@shop.test>',
        attachments: [
          {
            filename: 'rechnung é.pdf',
            content: Buffer.from([0, 1, 2, 255]),
            contentType: 'application/pdf',
          },
          { filename: 'logo.png', content: Buffer.from('a picture'), cid: 'logo@shop' },
        ],
      },
      { key: own.project.secretKey },
    )
    await delivery.drain()
    const id = idIn(reply)
    const email = await rawOf(own, id)
    expect(email).toMatchObject({
      from: { name: 'Der Läden', address: 'shop@shop.test' },
      to: [{ name: 'Lee, Ann', address: 'ann@example.com' }],
      replyTo: [{ name: 'Hilfe', address: 'help@shop.test' }],
      subject: 'Grüße {{ name }} 🎉',
      messageId: `<${id}@shop.test>`,
    })
    expect(email.text?.trim()).toBe('Im Text: {{ name }}')
    expect(email.html?.trim()).toBe('<p>Im HTML: {{ name }} <img src="cid:logo@shop"></p>')
    const headers = new Map(email.headers.map(({ originalKey, value }) => [originalKey, value]))
    expect(headers.get('X-Order')).toBe('17')
    expect(headers.get('X-Original-Message-ID')).toBe('<client-1@shop.test>')
    const files = email.attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
      filename,
      mimeType,
      disposition,
      contentId,
      bytes: Buffer.from(content as ArrayBuffer).toString('latin1'),
    }))
    expect(files).toEqual([
      {
        filename: 'logo.png',
        mimeType: 'image/png',
        disposition: 'inline',
        contentId: '<logo@shop>',
        bytes: 'a picture',
      },
      {
        filename: 'rechnung é.pdf',
        mimeType: 'application/pdf',
        disposition: 'attachment',
        contentId: undefined,
        bytes: '\u0000\u0001\u0002\u00ff',
      },
    ])
  })

  it('is one email per recipient; To and Cc stay as written, Bcc is hidden, and only To makes contacts', async () => {
    const own = await inFreshProject(test)
    const [to, second, cc, bcc] = [newAddress(), newAddress(), newAddress(), newAddress()]
    await submission.send(
      { from: 'shop@shop.test', to: [`Ann <${to}>`, second], cc, bcc, subject: 'To all', text: 'Hello' },
      { key: own.project.secretKey },
    )
    const emails = await listEmails(own)
    expect(emails.map((email) => email.to).toSorted()).toEqual([to, second, cc, bcc].toSorted())
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1)
    for (const { id } of emails) {
      const { headers } = await contentOf(own, id)
      expect(headers).toMatchObject({ To: `Ann <${to}>, ${second}`, Cc: cc })
      expect(JSON.stringify(headers)).not.toContain(bcc)
    }
    const contacts = await Promise.all([to, second, cc, bcc].map((address) => readContact(own, address)))
    expect(contacts.map((contact) => contact !== undefined)).toEqual([true, true, false, false])
    expect(contacts[0]?.data).toEqual({ name: 'Ann' })
  })

  it('is listed like every other', async () => {
    const own = await inFreshProject(test)
    const to = newAddress()
    await submission.send(
      {
        from: 'shop@shop.test',
        to,
        subject: 'ListedEmail',
        text: 'Hello',
        headers: { 'X-Lettermill-Tags': 'order, eu' },
      },
      { key: own.project.secretKey },
    )
    expect(await listEmails(own, '&tag=eu')).toMatchObject([
      { to, subject: 'ListedEmail', status: 'QUEUED', source: 'TRANSACTIONAL' },
    ])
  })

  it('is accepted over a connection that is encrypted from the first byte', async () => {
    const { createTransport } = await import('nodemailer')
    const { port } = await submission.start({ isEncrypted: true })
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      secure: true,
      tls: { rejectUnauthorized: false },
      auth: { user: 'x', pass: test.project.secretKey },
    })
    const sent = await transport.sendMail({
      from: 'shop@shop.test',
      to: newAddress(),
      subject: 'Encrypted',
      text: 'Hello',
    })
    expect(sent.response).toMatch(/^250 2\.0\.0 Accepted as /)
  })
})

describe('the recipients', () => {
  it('see only their own address if no header has addresses', async () => {
    const talk = await submission.signedIn()
    const to = [newAddress(), newAddress()]
    const lines = ['From: shop@shop.test', 'To: undisclosed-recipients:;', 'Subject: Hidden', '', 'Hello']
    const id = idIn(await submit(talk, lines, { to }))
    expect((await contentOf(test, id)).headers.To).toBe(to[0])
    expect(await readContact(test, to[1] ?? '')).toBeDefined()
  })

  it('get one email each, even if they occur several times', async () => {
    const own = await inFreshProject(test)
    const talk = await submission.signedIn({ key: own.project.secretKey })
    const to = newAddress()
    await submit(talk, simpleEmail('Once', to), { to: [to, to.toUpperCase(), to] })
    expect(await countStored(own)).toMatchObject({ emails: 1 })
  })

  it('that are suppressed are named in the reply and do not fail the email', async () => {
    const to = newAddress()
    await call(test, ['POST', '/suppressions'], { body: { email: to, reason: 'manual' } })
    const reply = await submit(await submission.signedIn(), simpleEmail('No', to), { to: [to] })
    expect(reply).toMatch(/^250 2\.0\.0 Accepted as \S+; 1 suppressed: manual/)
  })
})

describe('a deleted contact', () => {
  it('erases its email and the copies, but no email to others in To', async () => {
    const own = await inFreshProject(test)
    const [first, second, cc] = [newAddress(), newAddress(), newAddress()]
    await submission.send(
      { from: 'shop@shop.test', to: [first, second], cc, subject: 'To both', text: 'Hello' },
      { key: own.project.secretKey },
    )
    const { id } = (await readContact(own, first)) ?? {}
    expect((await call(own, ['DELETE', `/contacts/${id}`])).statusCode).toBe(204)
    const emails = await listEmails(own)
    expect(emails.filter(({ status }) => status === 'QUEUED').map(({ to }) => to)).toEqual([second])
    expect(emails.map(({ status }) => status).toSorted()).toEqual(['CANCELLED', 'CANCELLED', 'QUEUED'])
  })
})

describe('Liquid', () => {
  it('is read when the email brings data for it', async () => {
    const talk = await submission.signedIn()
    const lines = [
      'From: shop@shop.test',
      'To: ann@example.com',
      'Subject: Hello {{ name }}',
      'X-Lettermill-Data: {"name":',
      ' "Ann"}',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>{% if name %}Yes{% endif %}</p>',
    ]
    const content = await contentOf(test, idIn(await submit(talk, lines)))
    expect(content).toMatchObject({ subject: 'Hello Ann', text: 'Yes' })
    expect(content.html.trim()).toBe('<p>Yes</p>')
  })

  it.each(['{{ name', '{% raw %}{{ a }}{% endraw %}', '{%- endraw -%}', '{{{%}}', '{% broken'])(
    'is text otherwise: %s',
    async (written) => {
      const talk = await submission.signedIn()
      const lines = [
        `From: "E ${written} F" <shop@shop.test>`,
        ...simpleEmail(`A ${written} B`)
          .filter((line) => !line.startsWith('From:'))
          .with(-1, `C ${written} D`),
      ]
      const content = await contentOf(test, idIn(await submit(talk, lines)))
      expect(content.subject).toBe(`A ${written} B`)
      expect(content.text.trim()).toBe(`C ${written} D`)
      expect(content.headers['From']).toBe(`E ${written} F <shop@shop.test>`)
    },
  )
})

describe('headers that relays obey', () => {
  it.each([[], ['X-Lettermill-Idempotency-Key: removed 1']])(
    'are removed, which the history says: %j',
    async (...own) => {
      const talk = await submission.signedIn()
      const lines = [
        'X-SMTPAPI: {"to": ["other@example.com"]}',
        'X-Order: 17',
        ...own,
        ...simpleEmail('Hello'),
      ]
      const id = idIn(await submit(talk, lines))
      const { headers } = await contentOf(test, id)
      expect(headers).toMatchObject({ 'X-Order': '17' })
      expect(headers).not.toHaveProperty('X-SMTPAPI')
      const record = (await call(test, ['GET', `/emails/${id}`])).json<{
        events: { type: string; data: object }[]
      }>()
      expect(record.events).toContainEqual(
        expect.objectContaining({ type: 'headers_removed', data: { headers: ['X-SMTPAPI'] } }),
      )
    },
  )
})

describe('the headers of Lettermill', () => {
  it('name a template, which supplies subject and body', async () => {
    const template = await buildTemplate(test, { subject: 'Hi {{ name }}', body: '<p>{{ name }}</p>' })
    const talk = await submission.signedIn()
    const lines = [
      `X-Lettermill-Template: ${template.id}`,
      'X-Lettermill-Data: {"name": "Ann"}',
      ...simpleEmail('Not this'),
    ]
    const id = idIn(await submit(talk, lines))
    expect(await contentOf(test, id)).toMatchObject({ subject: 'Hi Ann', html: '<p>Ann</p>' })
    expect(await readEmail(test, id)).toMatchObject({ template_id: template.id })
    expect((await contentOf(test, id)).headers).not.toHaveProperty('X-Lettermill-Template')
  })

  it('make submitting an email twice idempotent', async () => {
    const own = await inFreshProject(test)
    const talk = await submission.signedIn({ key: own.project.secretKey })
    const lines = (id: string, subject = 'Once') => [
      'X-Lettermill-Idempotency-Key: order 17',
      `Message-ID: <${id}@shop.test>`,
      ...simpleEmail(subject),
    ]
    const first = await submit(talk, lines('a'))
    const second = await submit(talk, lines('b'))
    expect(idIn(second)).toBe(idIn(first))
    expect(second).toContain('(accepted before)')
    expect(await submit(talk, lines('c', 'Another'))).toMatch(/^554 .*already used for a different request/)
    expect(await countStored(own)).toMatchObject({ emails: 1 })
    const together = [await submission.signedIn(), await submission.signedIn()].map((one) =>
      submit(one, ['X-Lettermill-Idempotency-Key: at once', ...simpleEmail('Race')]),
    )
    const replies = await Promise.all(together)
    expect(replies.filter((reply) => reply.startsWith('250')).length).toBeGreaterThan(0)
    const ids = replies.filter((reply) => reply.startsWith('250')).map(idIn)
    expect(new Set(ids).size).toBe(1)
  })
})
