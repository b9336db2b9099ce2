// Words about a destination, as the page shows them.
import type { Destination } from '../../api/connections/destinations.ts'
import { receiverNames } from './receivers.texts.ts'

const isReceiver = (name: string): name is keyof typeof receiverNames => Object.hasOwn(receiverNames, name)

/** A large receiver has a name that people know; others are called by their mail server. */
export const nameOf = ({ name }: Pick<Destination, 'name'>): string =>
  isReceiver(name) ? receiverNames[name] : name

/** The server begins most reasons with the name of the destination. */
export function reasonOf({
  name,
  state: { reason },
}: Pick<Destination, 'name' | 'state'>): string | undefined {
  if (reason === null) return undefined
  return reason.startsWith(`${name} `) ? `${nameOf({ name })}${reason.slice(name.length)}` : reason
}

export type WarmUp = Destination['warmUp'][number] & { limit: number }

/** Without the addresses whose warm-up is over. */
export const warmUpsOf = ({ warmUp }: Pick<Destination, 'warmUp'>): WarmUp[] =>
  warmUp.filter((one): one is WarmUp => one.limit !== null)
