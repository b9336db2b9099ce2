import { expect, it } from 'vitest'
import { membershipOf } from './topic-membership.ts'

const IMPLIED = { key: 'news', optIn: 'implied' as const }
const EXPLICIT = { key: 'news', optIn: 'explicit' as const }

it.each([
  { topic: IMPLIED, topics: {}, subscribed: true, membership: { isIn: true, why: 'implied' } },
  { topic: IMPLIED, topics: {}, subscribed: false, membership: { isIn: false, why: 'notSubscribed' } },
  { topic: IMPLIED, topics: { news: false }, subscribed: true, membership: { isIn: false, why: 'left' } },
  { topic: IMPLIED, topics: { news: true }, subscribed: false, membership: { isIn: true, why: 'chosen' } },
  { topic: EXPLICIT, topics: {}, subscribed: true, membership: { isIn: false, why: 'notAsked' } },
  { topic: EXPLICIT, topics: { news: true }, subscribed: true, membership: { isIn: true, why: 'chosen' } },
  {
    topic: EXPLICIT,
    topics: { offers: true },
    subscribed: true,
    membership: { isIn: false, why: 'notAsked' },
  },
])('tells why somebody is in a topic or not: %j', ({ topic, membership, ...contact }) => {
  expect(membershipOf(topic, contact)).toEqual(membership)
})
