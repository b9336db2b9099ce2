import { expect, it } from 'vitest'
import { standingOf } from './topic-standing.ts'

const IMPLIED = { key: 'news', optIn: 'implied' as const }
const EXPLICIT = { key: 'news', optIn: 'explicit' as const }

it.each([
  { topic: IMPLIED, topics: {}, subscribed: true, standing: { isIn: true, why: 'implied' } },
  { topic: IMPLIED, topics: {}, subscribed: false, standing: { isIn: false, why: 'notSubscribed' } },
  { topic: IMPLIED, topics: { news: false }, subscribed: true, standing: { isIn: false, why: 'left' } },
  { topic: IMPLIED, topics: { news: true }, subscribed: false, standing: { isIn: true, why: 'chosen' } },
  { topic: EXPLICIT, topics: {}, subscribed: true, standing: { isIn: false, why: 'notAsked' } },
  { topic: EXPLICIT, topics: { news: true }, subscribed: true, standing: { isIn: true, why: 'chosen' } },
  { topic: EXPLICIT, topics: { offers: true }, subscribed: true, standing: { isIn: false, why: 'notAsked' } },
])('tells why somebody is in a topic or not: %j', ({ topic, standing, ...contact }) => {
  expect(standingOf(topic, contact)).toEqual(standing)
})
