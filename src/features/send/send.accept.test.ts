// The results of a valid call: its emails, their content, and the answer.
import { describe, expect, it } from 'vitest'
import { buildKey, inFreshProject, newAddress } from '../../../test/support/factories.ts'
import { buildTemplate } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { countStored, postSend, readEmail, send, SENDER, sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const test = useTestApp()
const HOUR_MS = 3_600_000

describe('POST /v1/send', () => {
  it('stores an email and creates its contact', async () => {
    const to = newAddress()
    const reply = await postSend(test, { to })
    expect(reply.statusCode).toBe(200)
    const answer = reply.json<{ success: boolean; data: { emails: unknown[]; timestamp: string } }>()
    expect(answer).toEqual({
      success: true,
      data: {
        emails: [
          {
            contact: { id: expect.any(String) as string, email: to },
            email: expect.any(String) as string,
            status: 'QUEUED',
            missing: [],
          },
        ],
        timestamp: expect.any(String) as string,
      },
    })
    expect(new Date(answer.data.timestamp).toISOString()).toBe(answer.data.timestamp)
    const [entry] = answer.data.emails as { contact: { id: string }; email: string }[]
    expect(await readEmail(test, entry?.email ?? '')).toMatchObject({
      address: to,
      contact_id: entry?.contact.id,
      status: 'QUEUED',
      lane: 0,
      source: 'TRANSACTIONAL',
      template_id: null,
      message_id: null,
      recipients: null,
      attempts: 0,
      content: {
        subject: 'Your order',
        html: '<p>It is on its way.</p>',
        text_part: 'It is on its way.',
        from_email: SENDER,
        from_name: null,
        reply_to: null,
        headers: {},
        attachments: [],
        links: [],
        track_opens: false,
      },
    })
  })

  it('may be called with a key that can do nothing but send', async () => {
    const key = await buildKey(test, { scopes: ['send'] })
    expect((await postSend(test, { to: newAddress() }, { key })).statusCode).toBe(200)
  })

  it('ignores fields that it does not know', async () => {
    expect((await postSend(test, { to: newAddress(), campaign: 7, type: 'x' })).statusCode).toBe(200)
  })

  it('stores the same content once', async () => {
    const own = await inFreshProject(test)
    const attachments = [{ filename: 'a.txt', content: Buffer.from('hello').toString('base64') }]
    for (const to of ['a@example.com', 'b@example.com']) await send(own, { to, attachments })
    await send(own, { to: 'a@example.com', attachments, subject: 'Another' })
    expect(await countStored(own)).toEqual({ emails: 3, contents: 2, blobs: 1, contacts: 2 })
  })
})

describe('recipients', () => {
  it.each([
    ['a text', 'one@forms.example', ['one@forms.example']],
    ['an object', { email: 'two@forms.example', name: 'Two' }, ['two@forms.example']],
    ['an object without a name', { email: 'two@forms.example' }, ['two@forms.example']],
    [
      'an array of both',
      ['three@forms.example', { email: 'four@forms.example', name: 'Four' }],
      ['three@forms.example', 'four@forms.example'],
    ],
    ['a text with blanks and capitals', ' FIVE@Forms.Example\t', ['five@forms.example']],
    ['an international domain', 'six@bücher.example', ['six@xn--bcher-kva.example']],
  ])('may be %s', async (_form, to, expected) => {
    const entries = await send(test, { to })
    expect(entries.map(({ contact }) => contact.email)).toEqual(expected)
    const rows = await Promise.all(entries.map(({ email }) => readEmail(test, email)))
    expect(rows.map(({ address }) => address)).toEqual(expected)
  })

  it('in `to` each get an email of their own, which names nobody else', async () => {
    const entries = await send(test, {
      to: [{ email: 'left@example.com', name: 'Left' }, 'right@example.com'],
    })
    const rows = await Promise.all(entries.map(({ email }) => readEmail(test, email)))
    expect(rows.map(({ recipients }) => recipients)).toEqual([
      { to: [{ email: 'left@example.com', name: 'Left' }], cc: [] },
      null,
    ])
    expect(rows.map(({ message_id: id }) => id)).toEqual([null, null])
  })

  it('that are named twice get one email and two entries', async () => {
    const own = await inFreshProject(test)
    const entries = await send(own, { to: ['twice@example.com', 'other@example.com', 'Twice@Example.com'] })
    expect(entries.map(({ contact }) => contact.email)).toEqual([
      'twice@example.com',
      'other@example.com',
      'twice@example.com',
    ])
    expect(entries[2]).toEqual(entries[0])
    expect(await countStored(own)).toMatchObject({ emails: 2, contacts: 2 })
  })

  it('may be fifty in total', async () => {
    const to = Array.from({ length: 50 }, (_, index) => `fifty-${index}@example.com`)
    expect(await send(test, { to })).toHaveLength(50)
  })
})

describe('cc and bcc', () => {
  it('share one message, which has a row for each address and a contact for `to` alone', async () => {
    const own = await inFreshProject(test)
    const entries = await send(own, {
      to: { email: 'to@example.com', name: 'To' },
      cc: ['cc@example.com'],
      bcc: { email: 'bcc@example.com', name: 'Hidden' },
    })
    expect(entries.map(({ contact }) => contact)).toEqual([
      { id: expect.any(String) as string, email: 'to@example.com' },
      { id: null, email: 'cc@example.com' },
      { id: null, email: 'bcc@example.com' },
    ])
    const rows = await Promise.all(entries.map(({ email }) => readEmail(own, email)))
    const [first] = rows
    for (const row of rows) expect(row.message_id).toBe(`${first?.id}@shop.test`)
    expect(new Set(rows.map(({ content_id: id }) => id)).size).toBe(1)
    expect(await countStored(own)).toMatchObject({ emails: 3, contacts: 1 })
    const contactId = entries[0]?.contact.id
    const shown = {
      to: [{ email: 'to@example.com', name: 'To' }],
      cc: [{ email: 'cc@example.com', name: null }],
    }
    expect(rows.map(({ recipients }) => recipients)).toEqual([
      shown,
      { ...shown, contactId },
      { ...shown, contactId },
    ])
    expect(rows.map(({ contact_id: id }) => id)).toEqual([contactId, null, null])
  })

  it('that repeat the address of `to` are that one email', async () => {
    const own = await inFreshProject(test)
    const entries = await send(own, { to: 'same@example.com', cc: 'same@example.com' })
    expect(entries[1]).toEqual(entries[0])
    expect(await countStored(own)).toMatchObject({ emails: 1, contacts: 1 })
  })
})

describe('the sender', () => {
  const fromOf = async (own: TestApp, overrides: Record<string, unknown>) => {
    const { email } = await sendOne(own, { to: newAddress(), ...overrides })
    const { content } = await readEmail(own, email)
    return [content.from_email, content.from_name]
  }

  it('has the name of `from`, else that of `name`', async () => {
    expect(await fromOf(test, { from: { email: SENDER, name: 'Shop' }, name: 'Other' })).toEqual([
      SENDER,
      'Shop',
    ])
    expect(await fromOf(test, { from: { email: SENDER }, name: 'Other' })).toEqual([SENDER, 'Other'])
    expect(await fromOf(test, { from: SENDER, name: 'Other' })).toEqual([SENDER, 'Other'])
    expect(await fromOf(test, { from: { email: SENDER, name: ' ' }, name: 'Other' })).toEqual([
      SENDER,
      'Other',
    ])
    expect(await fromOf(test, { from: SENDER })).toEqual([SENDER, null])
  })

  it('is that of the template, else of the project, if the call has none', async () => {
    const own = await inFreshProject(test)
    const patched = await call(own, ['PATCH', '/project'], {
      body: { defaultFrom: 'default@shop.test', defaultFromName: 'Default' },
    })
    expect(patched.statusCode).toBe(200)
    const named = await buildTemplate(own, { from: 'template@shop.test', fromName: 'Template' })
    const nameless = await buildTemplate(own)
    expect(await fromOf(own, { from: undefined })).toEqual(['default@shop.test', 'Default'])
    expect(await fromOf(own, { from: undefined, name: 'Given' })).toEqual(['default@shop.test', 'Given'])
    const without = { from: undefined, subject: undefined, body: undefined }
    expect(await fromOf(own, { ...without, template: named.id })).toEqual(['template@shop.test', 'Template'])
    expect(await fromOf(own, { ...without, template: nameless.id })).toEqual(['default@shop.test', 'Default'])
    // A name belongs to its address: that of the template does not go with another sender.
    expect(await fromOf(own, { ...without, template: named.id, from: SENDER })).toEqual([SENDER, null])
  })
})

describe('a template', () => {
  it('supplies the parts that the call leaves out', async () => {
    const template = await buildTemplate(test, {
      subject: 'From the template',
      body: '<p>Body of the template</p>',
      from: 'template@shop.test',
      replyTo: 'answers@shop.test',
    })
    const without = { to: newAddress(), from: undefined, subject: undefined, body: undefined }
    const { email } = await sendOne(test, { ...without, template: template.id })
    expect(await readEmail(test, email)).toMatchObject({
      template_id: template.id,
      content: {
        subject: 'From the template',
        html: '<p>Body of the template</p>',
        from_email: 'template@shop.test',
        reply_to: 'answers@shop.test',
      },
    })
    const { email: overridden } = await sendOne(test, {
      to: newAddress(),
      template: template.id,
      subject: 'Mine',
      body: '<p>Mine too</p>',
      from: SENDER,
      reply: 'mine@shop.test',
    })
    expect(await readEmail(test, overridden)).toMatchObject({
      template_id: template.id,
      content: {
        subject: 'Mine',
        html: '<p>Mine too</p>',
        text_part: 'Mine too',
        from_email: SENDER,
        reply_to: 'mine@shop.test',
      },
    })
  })

  it('can have its subject or its text replaced alone', async () => {
    const template = await buildTemplate(test, { subject: 'One', body: '<p>{{ a }}</p>', from: SENDER })
    const without = { to: newAddress(), from: undefined, subject: undefined, body: undefined }
    const { email } = await sendOne(test, {
      ...without,
      template: template.id,
      subject: 'Two {{ b }}',
      data: { a: 1, b: 2, c: 3 },
    })
    const row = await readEmail(test, email)
    expect(row.content).toMatchObject({ subject: 'Two {{ b }}', html: '<p>{{ a }}</p>' })
    expect(row.variables).toEqual({ a: 1, b: 2 })
    const { email: texted } = await sendOne(test, { ...without, template: template.id, text: 'Plain' })
    expect((await readEmail(test, texted)).content).toMatchObject({ subject: 'One', text_part: 'Plain' })
  })

  it('is used in its version at the time of the call', async () => {
    const template = await buildTemplate(test, { subject: 'Before', from: SENDER })
    const body = {
      to: newAddress(),
      from: undefined,
      subject: undefined,
      body: undefined,
      template: template.id,
    }
    const { email: before } = await sendOne(test, body)
    await call(test, ['PATCH', `/templates/${template.id}`], { body: { subject: 'After' } })
    const { email: after } = await sendOne(test, body)
    expect((await readEmail(test, before)).content.subject).toBe('Before')
    expect((await readEmail(test, after)).content.subject).toBe('After')
  })
})

describe('the rest of a call', () => {
  it('keeps tags, headers and the reply address', async () => {
    const { email } = await sendOne(test, {
      to: newAddress(),
      tags: ['order', 'eu'],
      headers: { 'X-Order': '17', 'List-Unsubscribe': '<mailto:stop@shop.test>' },
      reply: ' Answers@Shop.test ',
    })
    expect(await readEmail(test, email)).toMatchObject({
      tags: ['order', 'eu'],
      content: {
        headers: { 'X-Order': '17', 'List-Unsubscribe': '<mailto:stop@shop.test>' },
        reply_to: 'answers@shop.test',
      },
    })
  })

  it('takes a text of its own for the text part', async () => {
    const { email } = await sendOne(test, { to: newAddress(), text: 'Only words, {{ name }}' })
    expect((await readEmail(test, email)).content.text_part).toBe('Only words, {{ name }}')
  })

  it('prepares MJML and style blocks as templates are', async () => {
    const mjml =
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>'
    const { email } = await sendOne(test, { to: newAddress(), body: mjml })
    const made = await readEmail(test, email)
    expect(made.content.html).not.toContain('<mj')
    expect(made.content.html).toContain('Hi')
    const styled = await sendOne(test, {
      to: newAddress(),
      body: '<style>p{color:red}</style><p>Hi</p>',
    })
    expect((await readEmail(test, styled.email)).content.html).toMatch(/<p style="color: ?red;?">/)
  })

  it('is tracked as the project says for its kind of email, unless the call says otherwise', async () => {
    const own = await inFreshProject(test)
    const body = `<p>${'Long enough for a pixel. '.repeat(10)}<a href="https://shop.test/">Shop</a></p>`
    const fields = { name: 'News', subject: 'News', body, type: 'MARKETING' }
    const { id: template } = (await call(own, ['POST', '/templates'], { body: fields })).json<{
      id: string
    }>()
    const trackedOf = async (given: Record<string, unknown>) => {
      const { email } = await sendOne(own, { to: newAddress(), tracking: undefined, ...given })
      const { content } = await readEmail(own, email)
      return [content.track_opens, content.links.length]
    }
    const transactional = (tracking?: unknown) => trackedOf({ body, tracking })
    const marketing = (tracking?: unknown) =>
      trackedOf({ template, body: undefined, subject: undefined, subscribed: true, tracking })
    const settings = (body: unknown) => call(own, ['PATCH', '/project'], { body })

    expect(await transactional()).toEqual([false, 0])
    expect(await marketing()).toEqual([true, 1])
    expect(await transactional({ clicks: true })).toEqual([false, 1])
    expect(await transactional({ opens: true, clicks: true })).toEqual([true, 1])
    expect(await marketing({ opens: false })).toEqual([false, 1])

    await settings({ tracking: { opens: false, clicks: false } })
    await settings({ transactionalTracking: { opens: true, clicks: true } })
    expect(await transactional()).toEqual([true, 1])
    expect(await transactional({ clicks: false })).toEqual([true, 0])
    expect(await marketing()).toEqual([false, 0])
  })

  it('waits for its time when it is scheduled', async () => {
    const at = new Date(test.clock.now().getTime() + HOUR_MS)
    const entry = await sendOne(test, { to: newAddress(), scheduledFor: at.toISOString() })
    expect(entry.status).toBe('SCHEDULED')
    expect(await readEmail(test, entry.email)).toMatchObject({ status: 'SCHEDULED', run_at: at })
    const offset = await sendOne(test, {
      to: newAddress(),
      scheduledFor: `${new Date(at.getTime() + 2 * HOUR_MS).toISOString().slice(0, 19)}+02:00`,
    })
    const { scheduled_for: due } = await readEmail(test, offset.email)
    expect(Math.abs((due?.getTime() ?? 0) - at.getTime())).toBeLessThan(1000)
  })

  it('is sent immediately if its time has just passed', async () => {
    const at = new Date(test.clock.now().getTime() - 60_000)
    expect((await sendOne(test, { to: newAddress(), scheduledFor: at.toISOString() })).status).toBe('QUEUED')
  })

  it('accepts attachments in every form of base64', async () => {
    const bytes = Buffer.from(
      'a picture, more or less, of more than one line of base64 in the old manner of 76',
    )
    const base64 = bytes.toString('base64')
    const { email } = await sendOne(test, {
      to: newAddress(),
      attachments: [
        { filename: 'wrapped.png', content: base64.replace(/.{20}/g, '$&\r\n'), type: 'image/png' },
        { filename: 'bare.bin', content: Buffer.from('a').toString('base64').replaceAll('=', '') },
        {
          filename: 'logo.png',
          content: base64,
          contentType: 'image/png',
          type: 'ignored/beside-it',
          disposition: 'inline',
          contentId: 'logo',
        },
        { filename: 'empty.txt', content: '' },
      ],
    })
    const attachments = (await readEmail(test, email)).content.attachments as unknown as Record<
      string,
      unknown
    >[]
    expect(attachments.map(({ hash: _hash, ...rest }) => rest)).toEqual([
      {
        filename: 'wrapped.png',
        contentType: 'image/png',
        disposition: 'attachment',
        contentId: null,
        size: bytes.length,
      },
      {
        filename: 'bare.bin',
        contentType: 'application/octet-stream',
        disposition: 'attachment',
        contentId: null,
        size: 1,
      },
      {
        filename: 'logo.png',
        contentType: 'image/png',
        disposition: 'inline',
        contentId: 'logo',
        size: bytes.length,
      },
      {
        filename: 'empty.txt',
        contentType: 'text/plain; charset=utf-8',
        disposition: 'attachment',
        contentId: null,
        size: 0,
      },
    ])
    expect(attachments[0]?.hash).toBe(attachments[2]?.hash)
  })

  it('derives the type of an attachment from its name, unless it is given or executable', async () => {
    const names = ['invoice.PDF', 'logo.png', 'a.b.csv', 'page.html', 'readme', '.pdf']
    const attachments = names.map((filename) => ({ filename, content: 'aGk=' }))
    const { email } = await sendOne(test, { to: newAddress(), attachments })
    const stored = (await readEmail(test, email)).content.attachments as unknown as { contentType: string }[]
    expect(stored.map(({ contentType }) => contentType)).toEqual([
      'application/pdf',
      'image/png',
      'text/csv; charset=utf-8',
      'application/octet-stream',
      'application/octet-stream',
      'application/pdf',
    ])
  })

  it('may attach exactly 10 MB', async () => {
    const half = Buffer.alloc(5 * 1_048_576, 7).toString('base64')
    const attachments = ['a', 'b'].map((filename) => ({ filename, content: half }))
    expect((await postSend(test, { to: newAddress(), attachments })).statusCode).toBe(200)
  })
})

describe('the forms of a call', () => {
  it('takes addresses with a name in front, as a header has them', async () => {
    const [to, cc] = [newAddress(), newAddress()]
    const [entry] = await send(test, {
      to: `"Lee, Ann" <${to}>`,
      cc: [`Bob <${cc}>`],
      from: `The Shop <${SENDER}>`,
      reply: 'Help Desk <help@shop.test>',
    })
    expect(await readEmail(test, entry?.email ?? '')).toMatchObject({
      address: to,
      recipients: { to: [{ email: to, name: 'Lee, Ann' }], cc: [{ email: cc, name: 'Bob' }] },
      content: { from_email: SENDER, from_name: 'The Shop' },
    })
    const { headers } = (await call(test, ['GET', `/emails/${entry?.email ?? ''}/content`])).json<{
      headers: Record<string, string>
    }>()
    expect(headers).toMatchObject({
      From: `The Shop <${SENDER}>`,
      To: `"Lee, Ann" <${to}>`,
      Cc: `Bob <${cc}>`,
      'Reply-To': 'Help Desk <help@shop.test>',
    })
  })

  it('prefers the name of from over the field name', async () => {
    const { email } = await sendOne(test, { from: `The Shop <${SENDER}>`, name: 'Somebody else' })
    expect(await readEmail(test, email)).toMatchObject({ content: { from_name: 'The Shop' } })
  })

  it('sends text alone, without an HTML part', async () => {
    const { email } = await sendOne(test, {
      body: undefined,
      text: 'Hello {{ name }}',
      data: { name: 'Ann' },
    })
    const content = (await call(test, ['GET', `/emails/${email}/content`])).json<{
      html: string
      text: string
      headers: Record<string, string>
    }>()
    expect(content).toMatchObject({ html: '', text: 'Hello Ann' })
    expect(content.headers['Content-Type']).toMatch(/^text\/plain/)
  })
})
