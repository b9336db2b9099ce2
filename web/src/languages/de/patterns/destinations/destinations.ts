import type { Destination } from '../../../../api/connections/destinations.ts'
import { formatCount } from '../../../../format/number.ts'
import { plural } from '../../../../format/plural.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/destinations/destinations.texts.ts'

const states: Record<Destination['state']['status'], string> = { working: 'Funktioniert', slowed: 'Gebremst' }

export const destinationTexts = {
  title: 'Ziele',
  text: 'Wohin E-Mails gehen. Ein Empfängerserver, der E-Mails begrenzt oder nicht erreichbar ist, verzögert die anderen nicht.',
  list: 'Ziele, zuerst die gebremsten',
  none: 'Noch wurde keine E-Mail gesendet. Jeder Empfängerserver erscheint hier mit seiner ersten E-Mail.',
  states,
  slowed: (count: number) => `${formatCount(count)} gebremst`,
  /** The server counts no further than `most`. */
  waiting: (count: number, most: number) =>
    count >= most
      ? `${formatCount(most)} E-Mails oder mehr warten`
      : plural(count, 'E-Mail wartet', 'E-Mails warten'),
  noneWaiting: 'Nichts wartet',
  began: 'Gebremst',
  triedAgain: 'erneut versucht',
  limits: ({ connections, perMinute }: Destination['limits']) =>
    `Höchstens ${plural(connections, 'Verbindung', 'Verbindungen')}${perMinute === null ? '' : ` und ${plural(perMinute, 'E-Mail', 'E-Mails')} pro Minute`}`,
  warmUp: (address: string | null, day: number) =>
    address === null ? `Aufwärmen, Tag ${day}` : `Aufwärmen von ${address}, Tag ${day}`,
  used: (used: number, limit: number) =>
    `${formatCount(used)} von ${plural(limit, 'E-Mail', 'E-Mails')} heute`,
  warmUpText:
    'Adressen werden aufgewärmt: E-Mails über der Menge eines Tages warten auf den nächsten Tag (UTC), und ein Fünftel davon bleibt für Transaktions-E-Mails frei.',
} satisfies Translation<typeof texts.destinationTexts>
