// The data of a shop after its first week, so that screenshots look like real use.
import { apiClient } from '../../test/harness/api-client.ts'
import { addAudience } from './sample-audience.ts'
import type { AudienceIds } from './sample-audience.ts'
import { addSegments } from './sample-segments.ts'
import { addHeldEmail, addTopics, choicesOf } from './sample-topics.ts'
import { addTransports } from './sample-transports.ts'
import { addWebhooks } from './sample-webhooks.ts'
import { addWorkflows } from './sample-workflows.ts'

const PEOPLE =
  'ada ben cleo dana eli finn gwen hana ivan june kofi lena milo nora omar pia quin rosa sven tara'.split(' ')
const COUNTRIES = ['DE', 'FR', 'NL', 'JP']
const CONTACTS = 60
const ORDERS = 14

const orderBody = (order: string) => `
  <div style="background:#f4f4f7;padding:32px 16px;font-family:Helvetica,Arial,sans-serif">
    <div style="max-width:520px;margin:0 auto;background:#fff;border-radius:12px;padding:32px">
      <p style="margin:0;color:#4549c9;font-weight:bold">Acme</p>
      <h1 style="margin:16px 0 8px;font-size:24px;color:#17171c">Your order is on its way</h1>
      <p style="margin:0 0 20px;color:#565663;line-height:1.6">Hello {{ name }}, we handed order <b>${order}</b> to the carrier
        this morning. It should be with you on Thursday.</p>
      <a href="https://example.com/track" style="display:inline-block;background:#4549c9;color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none;font-weight:bold">Follow your parcel</a>
      <p style="margin:28px 0 0;color:#8a8a96;font-size:13px">Acme, 1 Main Street, Springfield</p>
    </div>
  </div>`

const TEMPLATES = [
  {
    name: 'Order shipped',
    alias: 'order-shipped',
    subject: 'Your order {{ order }} is on its way',
    body: orderBody('{{ order }}'),
  },
  {
    name: 'Reset your password',
    alias: 'password-reset',
    subject: 'Choose a new password',
    body: '<h1>Choose a new password</h1><p><a href="{{ link }}">Here</a></p>',
  },
  {
    name: 'Monthly news',
    alias: 'monthly-news',
    type: 'MARKETING',
    topic: 'news',
    subject: 'What is new in {{ month }}',
    body: '<h1>What is new</h1><p>{{ text }}</p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>',
  },
]

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

const BLOCK_TEMPLATE = {
  name: 'Spring collection',
  alias: 'spring-collection',
  type: 'MARKETING',
  subject: 'Spring is here, {{ name ?? "friend" }}',
  blocks: {
    theme: { accent: '#0f766e' },
    blocks: [
      { type: 'heading', text: 'Hello {{ name ?? "there" }}', level: 1 },
      {
        type: 'text',
        content: paragraph('The new collection is in the shop, and you are the first to see it.'),
      },
      { type: 'button', text: 'See what is new', href: 'https://example.com/spring' },
      { type: 'divider' },
      {
        type: 'columns',
        columns: [
          [
            { type: 'heading', text: 'Linen', level: 3 },
            { type: 'text', content: paragraph('Light shirts in four colours.') },
          ],
          [
            { type: 'heading', text: 'Denim', level: 3 },
            { type: 'text', content: paragraph('The jacket is back.') },
          ],
          [
            { type: 'heading', text: 'Wool', level: 3 },
            { type: 'text', content: paragraph('For the evenings.') },
          ],
        ],
      },
      {
        type: 'text',
        showIf: { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
        content: paragraph('You are on our pro plan: shipping is free for you.'),
      },
      { type: 'products', list: 'data.products', perRow: 3 },
      {
        type: 'social',
        links: [
          { network: 'instagram', href: 'https://instagram.com/acme' },
          { network: 'website', href: 'https://acme.test' },
        ],
      },
      { type: 'footer', text: 'Acme, 1 Main Street, Springfield' },
    ],
  },
}

type CreatedRecord = { id: string }

/** The ids of one record of each kind. */
export type SampleIds = Record<
  | 'email'
  | 'contact'
  | 'template'
  | 'blocks'
  | 'segment'
  | 'list'
  | 'transport'
  | 'domain'
  | 'webhook'
  | 'delivery'
  | 'workflow'
  | 'execution'
  | keyof AudienceIds,
  string
>

export async function fillProject(url: string, key: string): Promise<SampleIds> {
  const { get, post, patch } = apiClient(url, key)
  await addTopics(post)
  let contact = ''
  for (let n = 0; n < CONTACTS; n++) {
    const name = PEOPLE[n % PEOPLE.length] ?? ''
    const data = { name, plan: n % 3 === 0 ? 'pro' : 'free', country: COUNTRIES[n % 4], orders: (n * 7) % 41 }
    const made = await post<CreatedRecord>('/contacts', {
      email: `${name}.${n}@example.com`,
      subscribed: n % 6 !== 0,
      topics: choicesOf(n),
      data,
    })
    contact = made.id
  }
  for (let n = 0; n < ORDERS; n++) {
    const name = PEOPLE[n % PEOPLE.length] ?? ''
    await post('/v1/track', {
      email: `${name}.${n}@example.com`,
      event: n % 2 === 0 ? 'order.paid' : 'cart.updated',
      data: { total: { value: 20 + n, persistent: false } },
    })
  }
  for (const result of ['bounced', 'complained', 'deferred', 'delivered']) {
    await post('/v1/send', {
      to: `${result}@inbox.lettermill.test`,
      from: 'hello@shop.test',
      subject: 'Your receipt',
      body: '<p>Thank you.</p>',
    })
  }
  let email = ''
  for (let n = 0; n < ORDERS; n++) {
    const name = PEOPLE[n % PEOPLE.length] ?? ''
    const order = `A-10${40 + n}`
    const sent = await post<{ data: { emails: { email: string }[] } }>('/v1/send', {
      to: `${name}.${n}@example.com`,
      from: 'Acme <hello@shop.test>',
      subject: `Your order ${order} is on its way`,
      body: orderBody(order),
      tags: ['shipping'],
    })
    email = sent.data.emails[0]?.email ?? ''
  }
  let template = ''
  for (const one of TEMPLATES) {
    template = (await post<CreatedRecord>('/templates', { ...one, type: one.type ?? 'TRANSACTIONAL' })).id
  }
  const { id: blocks } = await post<CreatedRecord>('/templates', BLOCK_TEMPLATE)
  return {
    email,
    contact,
    template,
    blocks,
    ...(await addAudience(post)),
    ...(await addSegments(post)),
    ...(await addTransports(post, patch)),
    ...(await addWebhooks(post)),
    ...(await addWorkflows(post, get)),
  }
}

/** After everything else: limits hold email from then on. */
export function limitProject(url: string, key: string): Promise<string> {
  return addHeldEmail(apiClient(url, key))
}
