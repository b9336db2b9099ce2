// The state that the callers of a churn share: a few hundred addresses that all of them write to, the contacts that have been
// seen, and the promises they were given.
import { PUBLIC_KEY, SECRET_KEY } from '../harness/stage.ts'
import type { Random } from '../harness/random.ts'
import type { Sender } from '../harness/sender.ts'
import type { Arrival } from '../harness/smtp-sink.ts'
import type { Nodes } from './nodes.ts'

// Few enough that callers meet at the same contacts, enough that a deletion leaves others to write to.
const ADDRESSES = 400

export type World = {
  nodes: Nodes
  random: Random
  sender: Sender
  marketingTemplate: string
  /** Emails that the receiver has. */
  arrivals: readonly Arrival[]
  /** Ids of contacts that were there a moment ago. */
  contactIds: string[]
  /** Emails that were acknowledged to a caller. */
  acknowledged: string[]
  /** Jobs that were acknowledged to a caller. */
  jobs: string[]
  /** Counts up, so that no two calls are equal. */
  turn: number
}

export const KEYS = { secret: SECRET_KEY, public: PUBLIC_KEY }

/** One in fifty is full at first, one in a hundred does not exist; the rest are there. */
export function addressIn(world: World): string {
  const { random } = world
  const chance = random.next()
  if (chance < 0.01) return `gone-${(world.turn += 1)}@receiver.test`
  if (chance < 0.03) return `busy-${(world.turn += 1)}@receiver.test`
  return `customer-${Math.floor(random.next() * ADDRESSES)}@receiver.test`
}

/** Different ones, at most so many. */
export const addressesIn = (world: World, most: number): string[] => [
  ...new Set(Array.from({ length: most }, () => addressIn(world))),
]

type Answer = { data: { emails: { email: string }[] } }

export const idsOf = (body: string): string[] =>
  (JSON.parse(body) as Answer).data.emails.map(({ email }) => email)
