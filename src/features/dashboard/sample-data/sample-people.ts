/** .example is reserved (RFC 2606). */
const DOMAIN = 'sample.example'

export type SamplePerson = {
  email: string
  subscribed: boolean
  data: { firstName: string; plan: string; country: string }
  /** Choices by the keys of topics. */
  topics?: Record<string, boolean>
  events: { name: string; data: Record<string, unknown> }[]
}

const order = (total: number) => ({ name: 'order.paid', data: { total, currency: 'EUR' } })
const SIGNED_UP = { name: 'signed.up', data: { source: 'website' } }

export const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  {
    email: `ada@${DOMAIN}`,
    subscribed: true,
    data: { firstName: 'Ada', plan: 'pro', country: 'GB' },
    topics: { offers: true },
    events: [SIGNED_UP, order(49), order(12.5)],
  },
  {
    email: `grace@${DOMAIN}`,
    subscribed: true,
    data: { firstName: 'Grace', plan: 'free', country: 'US' },
    topics: { 'product-news': false },
    events: [SIGNED_UP],
  },
  {
    email: `katherine@${DOMAIN}`,
    subscribed: true,
    data: { firstName: 'Katherine', plan: 'pro', country: 'US' },
    events: [SIGNED_UP, order(99)],
  },
  {
    email: `edsger@${DOMAIN}`,
    subscribed: false,
    data: { firstName: 'Edsger', plan: 'free', country: 'NL' },
    events: [SIGNED_UP],
  },
  {
    email: `chiara@${DOMAIN}`,
    subscribed: true,
    data: { firstName: 'Chiara', plan: 'team', country: 'IT' },
    topics: { 'product-news': true, offers: true },
    events: [SIGNED_UP, order(240)],
  },
]

export const SAMPLE_TOPICS = [
  {
    key: 'product-news',
    name: 'Product news',
    description: 'What is new, about once a month. (Sample data)',
    isPublic: true,
    optIn: 'implied',
  },
  {
    key: 'offers',
    name: 'Offers',
    description: 'Discounts, at most weekly. (Sample data)',
    isPublic: true,
    optIn: 'explicit',
  },
] as const

export const SAMPLE_FORM = {
  name: 'Newsletter sign-up',
  fields: [
    { key: 'email', label: 'Email', type: 'email' },
    { key: 'data.firstName', label: 'First name', type: 'text' },
  ],
  topics: ['product-news'],
  consentText: 'We write to you about once a month. You can leave at any time. (Sample data)',
} as const

const HEAD = `<mj-head><mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /></mj-attributes></mj-head>`

const WELCOME = {
  name: 'Welcome (sample)',
  alias: 'sample-welcome',
  description: 'Part of the sample data.',
  subject: 'Welcome, {{ firstName | default: "there" }}',
  body: `<mjml>${HEAD}<mj-body background-color="#f4f4f5">
<mj-section background-color="#ffffff" padding="32px"><mj-column>
<mj-text font-size="24px" font-weight="bold">Welcome, {{ firstName | default: "there" }}</mj-text>
<mj-text font-size="16px" line-height="24px">You are on the {{ plan | default: "free" }} plan. Here is how to begin.</mj-text>
<mj-button background-color="#1d4ed8" href="https://example.com/start">Begin</mj-button>
</mj-column></mj-section></mj-body></mjml>`,
}

const NEWS = {
  name: 'Product news (sample)',
  alias: 'sample-product-news',
  description: 'Part of the sample data. Its emails go to who is in the topic “Product news”.',
  type: 'MARKETING',
  topic: 'product-news',
  subject: 'New this month',
  body: `<mjml>${HEAD}<mj-body background-color="#f4f4f5">
<mj-section background-color="#ffffff" padding="32px"><mj-column>
<mj-text font-size="24px" font-weight="bold">New this month</mj-text>
<mj-text font-size="16px" line-height="24px">Hello {{ firstName | default: "there" }}, topics let people leave one kind of email and keep the others.</mj-text>
<mj-text font-size="12px" color="#52525b"><a href="{{ unsubscribeUrl }}">Unsubscribe</a></mj-text>
</mj-column></mj-section></mj-body></mjml>`,
}

/** The first one is shown to new users. */
export const SAMPLE_TEMPLATES = [WELCOME, NEWS] as const
