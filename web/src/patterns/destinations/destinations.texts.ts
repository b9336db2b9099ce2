import type { Destination } from '../../api/connections/destinations.ts'
import { formatCount } from '../../format/number.ts'
import { plural } from '../../format/plural.ts'
import { translatable } from '../../i18n/translatable.ts'

const states: Record<Destination['state']['status'], string> = { working: 'Working', slowed: 'Slowed down' }

export const destinationTexts = translatable('patterns/destinations/destinations', 'destinationTexts', {
  title: 'Destinations',
  text: 'Where email goes. A receiver that limits email, or cannot be reached, does not delay the others.',
  list: 'Destinations, first those that are slowed down',
  none: 'No email has been sent yet. Every receiver appears here with its first email.',
  states,
  slowed: (count: number) => `${formatCount(count)} slowed down`,
  /** The server counts no further than `most`. */
  waiting: (count: number, most: number) =>
    count >= most ? `${formatCount(most)} emails or more waiting` : `${plural(count, 'email')} waiting`,
  noneWaiting: 'Nothing waits',
  began: 'Slowed down',
  triedAgain: 'tried again',
  limits: ({ connections, perMinute }: Destination['limits']) =>
    `At most ${plural(connections, 'connection')}${perMinute === null ? '' : ` and ${plural(perMinute, 'email')} per minute`}`,
  warmUp: (address: string | null, day: number) =>
    address === null ? `Warm-up, day ${day}` : `Warm-up of ${address}, day ${day}`,
  used: (used: number, limit: number) => `${formatCount(used)} of ${plural(limit, 'email')} today`,
  warmUpText:
    'Addresses are warmed up: email beyond the amount of a day waits for the next day (UTC), and a fifth of it is kept for transactional email.',
})
