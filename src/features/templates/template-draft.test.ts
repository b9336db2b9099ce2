import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { buildTemplate, patchTemplate, readTemplate, UNKNOWN } from './fixtures/template-steps.ts'
import type { RenderedRecord } from './fixtures/template-steps.ts'

const test = useTestApp()

const render = (body: Record<string, unknown>) =>
  call(test, ['POST', '/templates/render'], { body: { subject: 'S', ...body } })

describe('POST /templates/render', () => {
  it('renders an unsaved draft as it would be sent, with its checks', async () => {
    const contact = await buildContact(test, { data: { plan: 'pro' } })
    const reply = await render({
      subject: 'Hi {{ name }}',
      body: '<style>p { color: red }</style><p>{{ plan }} {{ city }}</p><img src="https://shop.example/a.png">',
      contactId: contact.id,
      data: { name: 'Ann' },
    })
    expect(reply.json<RenderedRecord>()).toMatchObject({
      subject: 'Hi Ann',
      html: expect.stringContaining('<p style="color: red;">pro </p>') as unknown,
      missing: ['city'],
      variables: ['city', 'name', 'plan'],
      checks: [{ code: 'IMAGE_WITHOUT_ALT' }],
    })
    expect((await call(test, ['GET', '/templates'])).json()).toMatchObject({ total: 0 })
  })

  it('names the variables without a fallback, whether they have a value or not', async () => {
    const reply = await render({
      subject: "{{ a }} {{ b | default: 'x' }} {{ email }}",
      body: '<p>{{ c ?? "y" }}{% if d %}{{ d }}{% endif %} {{ data.e }}</p>',
      previewText: '{{ f }}',
      data: { a: 1 },
    })
    const { required } = reply.json<{ required: string[] }>()
    expect(required.toSorted()).toEqual(['a', 'data.e', 'f'])
  })

  it('compiles MJML, and hides the preview text in the body', async () => {
    const body =
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ n }}</mj-text></mj-column></mj-section></mj-body></mjml>'
    const { html } = (
      await render({ body, previewText: 'News for {{ n }}', data: { n: 'Ann' } })
    ).json<RenderedRecord>()
    expect(html).toContain('>Hi Ann</div>')
    expect(html).toContain('News for Ann')
  })

  it('fills in system variables, and warns about a project without a postal address', async () => {
    const own = await inFreshProject(test)
    const ask = () =>
      call(own, ['POST', '/templates/render'], {
        body: { subject: 'S', type: 'MARKETING', body: '{{ manageUrl }} {{ lm_postal_address }}' },
      })
    expect((await ask()).json<RenderedRecord>()).toMatchObject({
      missing: [],
      variables: ['manageUrl'],
      checks: [{ code: 'POSTAL_ADDRESS_NOT_SET', level: 'warning' }],
    })
    await call(own, ['PATCH', '/project'], { body: { postalAddress: 'Main Street 1' } })
    const { html, checks } = (await ask()).json<RenderedRecord & { checks: unknown[] }>()
    expect([html.endsWith(' Main Street 1'), checks]).toEqual([true, []])
  })

  it('reports the position of an error', async () => {
    const reply = await render({ body: '<p>\n{{ name | nope }}</p>' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
    expect(errorOf(reply).message).toMatch(/^body, line 2, column \d+: /)
  })

  it('refuses wrong fields and unknown contacts', async () => {
    expect(fieldsOf(await render({ subject: '', body: 5, data: [] }))).toEqual({
      subject: 'too_small',
      body: 'invalid_type',
      data: 'invalid_type',
    })
    const reply = await render({ body: '<p>x</p>', contactId: UNKNOWN })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
  })
})

describe('PATCH /templates/{id} with ifVersion', () => {
  it('saves only over the version that its author has read', async () => {
    const { id } = await buildTemplate(test, { name: 'One' })
    expect((await patchTemplate(test, id, { name: 'Two', ifVersion: 1 })).statusCode).toBe(200)
    const late = await patchTemplate(test, id, { name: 'Three', ifVersion: 1 })
    expect([late.statusCode, errorOf(late).code]).toEqual([409, 'CONFLICT'])
    expect(errorOf(late).message).toContain('at version 2, not 1')
    expect(await readTemplate(test, id)).toMatchObject({ name: 'Two', version: 2 })
  })

  it('accepts one of two concurrent saves and answers the other with 409', async () => {
    const { id } = await buildTemplate(test, { name: 'One' })
    const replies = await Promise.all(
      ['Two', 'Three'].map((name) => patchTemplate(test, id, { name, ifVersion: 1 })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await readTemplate(test, id)).version).toBe(2)
  })

  it('changes nothing by itself', async () => {
    const { id } = await buildTemplate(test)
    expect((await patchTemplate(test, id, { ifVersion: 1 })).json()).toMatchObject({ version: 1 })
  })
})
