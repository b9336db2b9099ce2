import type { Contact } from '../../../api/audience/contacts.ts'
import type { Topic } from '../../../api/audience/topics.ts'

/** Why a contact is in a topic, or not. */
export type TopicMembership = {
  isIn: boolean
  why: 'chosen' | 'left' | 'implied' | 'notAsked' | 'notSubscribed'
}

/** As the server decides it (docs/topics.md). */
export function membershipOf(
  { key, optIn }: Pick<Topic, 'key' | 'optIn'>,
  { topics, subscribed }: Pick<Contact, 'topics' | 'subscribed'>,
): TopicMembership {
  const choice = topics[key]
  if (choice !== undefined) return { isIn: choice, why: choice ? 'chosen' : 'left' }
  if (optIn === 'explicit') return { isIn: false, why: 'notAsked' }
  return { isIn: subscribed, why: subscribed ? 'implied' : 'notSubscribed' }
}
