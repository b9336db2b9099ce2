// A subscriber of listmonk as a contact.
import type { ContactState, SourceRecord } from '../records.ts'

export type Subscriber = {
  email: string
  name?: string
  attribs?: Record<string, unknown> | null
  status: string
  lists?: { id: number; subscription_status: string }[]
}

/** A list as far as the subscription of its members depends on it. */
export type ListKind = { as: 'topic' | 'segment'; isDouble: boolean }

export const listId = (id: number): string => `list ${id}`

export function* readSubscriber(
  subscriber: Subscriber,
  lists: ReadonlyMap<number, ListKind>,
): Generator<SourceRecord> {
  const { email, status, lists: own = [] } = subscriber
  const memberships = own.flatMap(({ id, subscription_status: subscription }) => {
    const list = lists.get(id)
    return list ? [{ id: listId(id), choice: choiceOf(subscription, list) }] : []
  })
  if (status === 'blocklisted') yield { kind: 'suppression', email, reason: 'manual' }
  yield {
    kind: 'contact',
    email,
    state: stateOf(
      status,
      memberships.map(({ choice }) => choice),
    ),
    data: dataOf(subscriber),
    groups: memberships.flatMap(({ id, choice }) =>
      choice === 'waits' ? [] : [{ id, isIn: choice === 'in' }],
    ),
  }
}

type Choice = 'in' | 'left' | 'waits'

/** Members of lists with single opt-in are "unconfirmed", and get email all the same. */
function choiceOf(subscription: string, { isDouble }: ListKind): Choice {
  if (subscription === 'unsubscribed') return 'left'
  return subscription === 'confirmed' || !isDouble ? 'in' : 'waits'
}

/** listmonk knows subscriptions of lists only: a contact is subscribed if it is in one of them. */
function stateOf(status: string, choices: readonly Choice[]): ContactState {
  if (status !== 'enabled') return 'LEFT'
  if (choices.includes('in')) return 'SUBSCRIBED'
  return choices.includes('left') ? 'LEFT' : 'NEVER_ASKED'
}

/** With the first and the last name as templates of listmonk compute them. */
export function dataOf({
  name = '',
  attribs,
}: Pick<Subscriber, 'name' | 'attribs'>): Record<string, unknown> {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return {
    ...(words.length > 0 && { name: name.trim(), firstName: words[0] }),
    ...(words.length > 1 && { lastName: words.at(-1) }),
    ...attribs,
  }
}
