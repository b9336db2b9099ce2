// A condition on a topic as one choice instead of an operator and a value.
import type { LeafDraft } from '../filter-draft.ts'

export const TOPIC_STATES = ['in', 'out', 'chosen', 'notChosen'] as const
export type TopicState = (typeof TOPIC_STATES)[number]

/** "Is not false" means the same as "is true". */
export function topicStateOf({ operator, value }: Pick<LeafDraft, 'operator' | 'value'>): TopicState {
  if (operator === 'exists') return 'chosen'
  if (operator === 'notExists') return 'notChosen'
  return (operator === 'equals') === (value !== false) ? 'in' : 'out'
}

export function withTopicState({ field }: Pick<LeafDraft, 'field'>, state: TopicState): LeafDraft {
  if (state === 'chosen') return { field, operator: 'exists' }
  if (state === 'notChosen') return { field, operator: 'notExists' }
  return { field, operator: 'equals', value: state === 'in' }
}
