import { expect, it } from 'vitest'
import { standingOf } from './topic-standing.ts'

const IMPLIED = { key: 'news', optIn: 'implied' as const }
const EXPLICIT = { key: 'news', optIn: 'explicit' as const }

it.each([
  [IMPLIED, {}, true, { isIn: true, why: 'implied' }],
  [IMPLIED, {}, false, { isIn: false, why: 'notSubscribed' }],
  [IMPLIED, { news: false }, true, { isIn: false, why: 'left' }],
  [IMPLIED, { news: true }, false, { isIn: true, why: 'chosen' }],
  [EXPLICIT, {}, true, { isIn: false, why: 'notAsked' }],
  [EXPLICIT, { news: true }, true, { isIn: true, why: 'chosen' }],
  [EXPLICIT, { offers: true }, true, { isIn: false, why: 'notAsked' }],
])('%j with the choices %j and subscribed %s: %j', (topic, topics, subscribed, standing) => {
  expect(standingOf(topic, { topics, subscribed })).toEqual(standing)
})
