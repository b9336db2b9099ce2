import { describe, expect, it } from 'vitest'
import { TOPIC_STATES, topicStateOf, withTopicState } from './topic-state.ts'

const field = 'topics.news'

describe('a condition on a topic', () => {
  it.each(TOPIC_STATES)('%s is read as it was written', (state) => {
    expect(topicStateOf(withTopicState({ field }, state))).toBe(state)
  })

  it.each([
    ['equals', true, 'in'],
    ['notEquals', false, 'in'],
    ['equals', false, 'out'],
    ['notEquals', true, 'out'],
    ['exists', undefined, 'chosen'],
    ['notExists', undefined, 'notChosen'],
  ])('%s %s is read as %s', (operator, value, state) => {
    expect(topicStateOf({ operator, value })).toBe(state)
  })
})
