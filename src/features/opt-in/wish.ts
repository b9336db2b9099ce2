import type { ContactRow } from '../contacts/index.ts'
import type { KnownTopic } from '../topics/index.ts'

/** A wish that somebody expressed without proving that the address is theirs. */
export type Wish = { subscribe: boolean; topics: readonly KnownTopic[] }

type ContactState = Pick<ContactRow, 'subscribed' | 'topic_choices'>

/**
 * The part of a wish that has not come true, and so waits for a confirmation; undefined if nothing is left. A contact that is not
 * subscribed gets no email of a topic, so joining one means subscribing too.
 */
export function openWish({ subscribed, topic_choices }: ContactState, wish: Wish): Wish | undefined {
  const choices = topic_choices as Record<string, boolean>
  const isIn = ({ key, optIn }: KnownTopic) => choices[key] ?? (subscribed && optIn === 'implied')
  const topics = wish.topics.filter((topic) => !isIn(topic))
  const subscribe = !subscribed && (wish.subscribe || topics.length > 0)
  return subscribe || topics.length > 0 ? { subscribe, topics } : undefined
}

type AskedContact = Pick<ContactRow, 'email' | 'subscribed' | 'before_subscribing'>
type OpenConfirmation = { email: string; subscribe: boolean; state_before: string | null }

/**
 * Whether the contact has unsubscribed since it was asked, or has another address: then the wish is withdrawn, and the link does
 * nothing.
 */
export function isWithdrawn(
  { subscribe, state_before, ...asked }: OpenConfirmation,
  { email, subscribed, before_subscribing }: AskedContact,
): boolean {
  if (asked.email !== email) return true
  if (subscribed) return false
  // A contact that had left before is still outside, which says nothing.
  return state_before === null ? !subscribe : before_subscribing !== 'PENDING'
}
