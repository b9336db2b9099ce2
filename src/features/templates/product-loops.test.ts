// The loop over products of docs/templates.md, in every kind of body, with the data of a call and of an event.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { buildPartial } from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../test/support/workflows.ts'
import { buildTemplate } from './fixtures/template-steps.ts'

const test = useTestApp()

const PRODUCTS = [
  { title: 'Tea & milk', price: 3, url: 'https://shop.test/tea?a=1&b=2' },
  { title: 'Cup', price: 12.5, url: 'javascript:alert(1)' },
]
const LOOP =
  '{% for product in data.products limit: 10 %}<a href="{{ product.url }}">{{ product.title }}</a> {{ product.price | round: 2 }};{% else %}Empty{% endfor %}'

const mjml = (content: string) =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`

const BODIES: Record<string, object> = {
  HTML: { body: `<p>${LOOP}</p>` },
  'MJML, inside of a component': { body: mjml(`<mj-text>${LOOP}</mj-text>`) },
  'MJML, around components': {
    body: mjml(
      '{% for product in data.products %}<mj-text><a href="{{ product.url }}">{{ product.title }}</a> {{ product.price }};</mj-text>{% endfor %}',
    ),
  },
  'a partial': { body: '{% for item in data.products %}{% include "product", product: item %}{% endfor %}' },
}

const shownIn = async (app: TestApp, emailId: unknown): Promise<string[]> => {
  const reply = await call(app, ['GET', `/emails/${String(emailId)}/content`])
  return reply.json<{ html: string }>().html.match(/<a href="[^"]*"[^>]*>[^<]*<\/a> [\d.]+;/g) ?? []
}

const EXPECTED = [
  /^<a href="https:\/\/shop\.test\/tea\?a=1&amp;b=2"[^>]*>Tea &amp; milk<\/a> 3;$/,
  // A scheme that data must not bring.
  /^<a href=""[^>]*>Cup<\/a> 12\.5;$/,
]

describe.each(Object.entries(BODIES))('a loop over products in %s', (_name, body) => {
  it('shows those of a call and those of an event', async () => {
    const app = await inFreshProject(test)
    await buildPartial(
      app,
      'product',
      '<a href="{{ product.url }}">{{ product.title }}</a> {{ product.price }};',
    )
    const template = await buildTemplate(app, { from: 'a@app.example', ...body })
    const { email } = await buildContact(app)
    const call = { template: template.id, subject: undefined, body: undefined, data: { products: PRODUCTS } }
    const sent = await shownIn(app, (await sendOne(app, { ...call, to: email })).email)
    const workflow = await buildEnabled(app, {
      steps: [{ id: 'a', type: 'SEND_EMAIL', config: { templateId: template.id } }],
    })
    await track(app, 'go', { email, data: { products: PRODUCTS } })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, workflow.id)
    const shown = await shownIn(app, execution?.history[0]?.output?.['emailId'])
    expect(shown).toEqual(sent)
    expect(sent).toHaveLength(2)
    for (const [index, pattern] of EXPECTED.entries()) expect(sent[index]).toMatch(pattern)
  })
})

it('shows them in a text of the block editor', async () => {
  const app = await inFreshProject(test)
  const loop = '{% for product in data.products %}{{ product.title }} {{ product.price }};{% endfor %}'
  const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: loop }] }] }
  const blocks = { blocks: [{ type: 'text', content }] }
  const template = await buildTemplate(app, { from: 'a@app.example', body: undefined, blocks })
  const email = { template: template.id, subject: undefined, body: undefined, data: { products: PRODUCTS } }
  const reply = await call(app, ['GET', `/emails/${(await sendOne(app, email)).email}/content`])
  expect(reply.json<{ html: string }>().html).toContain('Tea &amp; milk 3;Cup 12.5;')
})
