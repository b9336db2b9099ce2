import { SAMPLE_MARK } from './sample.values.ts'
import { SAMPLE_DOMAIN as DOMAIN } from '../../suppressions/suppressions.values.ts'

export type SamplePerson = {
  email: string
  subscribed: boolean
  /** How long ago the person signed up. */
  daysAgo: number
  data: { firstName: string; lastName: string; plan: string; country: string }
  /** Choices by the keys of topics. */
  topics?: Record<string, boolean>
  events: { name: string; daysAgo: number; data: Record<string, unknown> }[]
}

const PLANS = ['free', 'free', 'pro', 'free', 'team'] as const
const COUNTRIES = ['GB', 'US', 'DE', 'NL', 'IT', 'FR', 'ES', 'US'] as const
const TOTALS = [49, 12.5, 99, 240, 29, 64.9] as const

/** People who shaped computing, mathematics and the sciences. */
const NAMES = [
  'Ada Lovelace',
  'Grace Hopper',
  'Katherine Johnson',
  'Edsger Dijkstra',
  'Chiara Nappi',
  'Alan Turing',
  'Hedy Lamarr',
  'Dorothy Vaughan',
  'Donald Knuth',
  'Barbara Liskov',
  'Tony Hoare',
  'Margaret Hamilton',
  'John Backus',
  'Frances Allen',
  'Niklaus Wirth',
  'Radia Perlman',
  'Ken Thompson',
  'Mary Jackson',
  'Claude Shannon',
  'Emmy Noether',
  'Kurt Goedel',
  'Sofja Kowalewskaja',
  'Carl Gauss',
  'Lise Meitner',
  'Max Planck',
  'Marie Curie',
  'Niels Bohr',
  'Rosalind Franklin',
  'Richard Feynman',
  'Chien-Shiung Wu',
  'Michael Faraday',
  'Caroline Herschel',
  'Joan Clarke',
  'Karen Uhlenbeck',
  'Jean Bartik',
  'Adele Goldberg',
  'Betty Holberton',
  'Stephen Kleene',
  'Alonzo Church',
  'Julia Robinson',
] as const

/** The item of a list at this place, over and over again. */
const turn = <T>(list: readonly T[], place: number): T => list[place % list.length] as T

/** The newest contact is two days old, the oldest four weeks: tracked events may be 30 days old at most. */
const daysAgoOf = (place: number) => 2 + ((place * 7) % 26)

function toPerson(name: string, place: number): SamplePerson {
  const [firstName = '', lastName = ''] = name.split(' ')
  const daysAgo = daysAgoOf(place)
  const orders = place % 3 === 0 ? 2 : place % 3
  return {
    email: `${firstName.toLowerCase()}@${DOMAIN}`,
    // The fourth and every tenth after it have unsubscribed.
    subscribed: place % 10 !== 3,
    daysAgo,
    data: { firstName, lastName, plan: turn(PLANS, place + 2), country: turn(COUNTRIES, place) },
    ...(place % 4 === 0 && { topics: { offers: true } }),
    ...(place % 10 === 1 && { topics: { 'product-news': false } }),
    events: [
      { name: 'signed.up', daysAgo, data: { source: place % 2 ? 'website' : 'newsletter' } },
      ...Array.from({ length: orders }, (_, number) => ({
        name: 'order.paid',
        daysAgo: Math.max(0.2, daysAgo * (0.7 - number * 0.4)),
        data: { total: turn(TOTALS, place + number), currency: 'EUR' },
      })),
    ],
  }
}

export const SAMPLE_PEOPLE: readonly SamplePerson[] = NAMES.map(toPerson)

export const SAMPLE_TOPICS = [
  {
    key: 'product-news',
    name: 'Product news',
    description: `What is new, about once a month. ${SAMPLE_MARK}`,
    isPublic: true,
    optIn: 'implied',
  },
  {
    key: 'offers',
    name: 'Offers',
    description: `Discounts, at most weekly. ${SAMPLE_MARK}`,
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
  consentText: `We write to you about once a month. You can leave at any time. ${SAMPLE_MARK}`,
} as const

/** With the built-in inbox, senders under .test need no domain. */
const SENDER = 'hello@sample.test'

const HEAD = `<mj-head><mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /></mj-attributes></mj-head>`

const WELCOME = {
  name: 'Welcome (sample)',
  alias: 'sample-welcome',
  description: 'Part of the sample data.',
  from: SENDER,
  fromName: 'Sample shop',
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
  from: SENDER,
  fromName: 'Sample shop',
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
