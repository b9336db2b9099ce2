import { describe, expect, it } from 'vitest'
import { buildContact } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import {
  buildTemplate,
  patchTemplate,
  postRender,
  postTemplate,
  renderNew,
  UNKNOWN,
} from './fixtures/template-steps.ts'
import type { RenderedRecord } from './fixtures/template-steps.ts'

const test = useTestApp({ PUBLIC_URL: 'https://mail.example/' })

describe('POST /templates/{id}/render', () => {
  it('fills in all parts and says what is missing', async () => {
    const rendered = await renderNew(
      test,
      { subject: 'Hi {{ name }}', body: '<h1>{{ name }}</h1><p>{{ city }} {{ data.plan }}</p>' },
      { data: { name: 'Ann & Bob' } },
    )
    expect(rendered).toEqual({
      language: null,
      subject: 'Hi Ann & Bob',
      html: '<h1>Ann &amp; Bob</h1><p> </p>',
      text: 'Ann & Bob\n\n ',
      missing: ['city', 'data.plan'],
    })
  })

  it('runs conditions and loops', async () => {
    const body = '{% if vip %}<p>VIP</p>{% endif %}<ul>{% for i in items %}<li>{{ i }}</li>{% endfor %}</ul>'
    expect(await renderNew(test, { body }, { data: { vip: true, items: ['a', '<b>'] } })).toMatchObject({
      html: '<p>VIP</p><ul><li>a</li><li>&lt;b&gt;</li></ul>',
      text: 'VIP\n\n- a\n- <b>\n',
    })
  })

  it('treats an empty request body as {}, with or without a type', async () => {
    const { id } = await buildTemplate(test)
    expect((await call(test, ['POST', `/templates/${id}/render`])).json()).toMatchObject({
      missing: ['firstName'],
    })
  })

  it('uses a contact: its data, then its own fields, then the request, then our links', async () => {
    const contact = await buildContact(test, {
      subscribed: false,
      data: { plan: 'pro', city: 'Delft', email: 'x', id: 'y' },
    })
    const body =
      '{{ plan }}|{{ data.plan }}|{{ city }}|{{ data.city }}|{{ email }}|{{ id }}|{{ subscribed }}|{{ contact.email }}|{{ contact.data.plan }}|{{ unsubscribeUrl }}|{{ subscribeUrl }}|{{ manageUrl }}'
    const data = {
      plan: { value: 'free', persistent: false },
      email: 'z',
      unsubscribeUrl: 'https://evil.example',
    }
    const { text, missing } = await renderNew(
      test,
      { subject: 'S', body, text: body },
      { contactId: contact.id, data },
    )
    expect(text.split('|')).toEqual([
      'free',
      'free',
      'Delft',
      'Delft',
      'z',
      contact.id,
      'false',
      contact.email,
      'pro',
      'https://mail.example/unsubscribe/preview',
      'https://mail.example/subscribe/preview',
      'https://mail.example/manage/preview',
    ])
    expect(missing).toEqual([])
  })

  it('never evaluates a value', async () => {
    const { html, subject } = await renderNew(
      test,
      { subject: '{{ a }}', body: '<p>{{ a }}</p>' },
      { data: { a: '{{ 7 | times: 6 }}{% raw %}\r\nBcc: x' } },
    )
    expect(html).toContain('{{ 7 | times: 6 }}{% raw %}')
    expect(subject).toBe('{{ 7 | times: 6 }}{% raw %}Bcc: x')
  })

  it('keeps the prototype and links that run code out', async () => {
    const body =
      '<p>{{ constructor.name }}{{ __proto__.constructor }}{{ a.constructor.name }}</p><a href="{{ u }}">x</a>'
    const { html } = await renderNew(test, { body }, { data: { a: {}, u: 'javascript:alert(1)' } })
    expect(html).toBe('<p></p><a href="">x</a>')
  })

  it('renders the version that is current', async () => {
    const { id } = await buildTemplate(test, { body: '<p>one</p>' })
    expect((await postRender(test, id)).json<RenderedRecord>().html).toBe('<p>one</p>')
    await patchTemplate(test, id, { body: '<p>two</p>' })
    expect((await postRender(test, id)).json<RenderedRecord>().html).toBe('<p>two</p>')
  })

  it('renders a long template without variables too', async () => {
    const { html } = await renderNew(
      test,
      { body: `<p>{{ a }}</p>${'<p>word</p>'.repeat(20_000)}` },
      { data: { a: 1 } },
    )
    expect(html.length).toBe(8 + 20_000 * 11)
  })

  it('refuses wrong fields', async () => {
    const { id } = await buildTemplate(test)
    expect(fieldsOf(await postRender(test, id, { data: 'x', contactId: 5 }))).toEqual({
      data: 'invalid_type',
      contactId: 'invalid_type',
    })
    expect(fieldsOf(await postRender(test, id, { data: [] }))).toEqual({ data: 'invalid_type' })
  })

  it.each([UNKNOWN, 'nonsense'])('does not find the template %s', async (id) => {
    const reply = await postRender(test, id)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
  })

  it('does not find a contact that is unknown, malformed or of another project', async () => {
    const { id } = await buildTemplate(test)
    const theirs = await buildContact(test, { project: test.other })
    for (const contactId of [UNKNOWN, 'nonsense', theirs.id]) {
      const reply = await postRender(test, id, { contactId })
      expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    }
  })
})

describe('a body in MJML', () => {
  const inColumn = (content: string) =>
    `<mjml><mj-body>{% if n %}<mj-section><mj-column>${content}</mj-column></mj-section>{% endif %}</mj-body></mjml>`

  it('is kept as it was written and shown as it is sent', async () => {
    const body = inColumn('<mj-text>Hi {{ n }}</mj-text>')
    const template = await buildTemplate(test, { subject: 'S', body })
    expect(template).toMatchObject({ body, variables: ['n'], checks: [] })
    const { html, text } = (
      await postRender(test, template.id, { data: { n: 'Ann' } })
    ).json<RenderedRecord>()
    expect(html).toContain('>Hi Ann</div>')
    expect(text.trim()).toBe('Hi Ann')
  })

  it.each([
    [inColumn('\n <mj-text foo="1">x</mj-text>'), /^body, line 2, column 2: .*Attribute foo is illegal/],
    [inColumn('\n{{ n | nope }}'), /^body, line 2, .*nope/],
    [inColumn('<mj-include path="./package.json" />'), /mj-include is not available/],
  ])('is refused with the place of the mistake: %s', async (body, message) => {
    const reply = await postTemplate(test, { body })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
    expect(errorOf(reply).message).toMatch(message)
  })
})
