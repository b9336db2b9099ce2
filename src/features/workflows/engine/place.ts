// Where an execution stands among the events of its contact. Events are heard of late and in any order, so what counts is
// when they happened: a wait counts what comes after the place at which the execution came to it.
import { UNSTORED_EVENT_NAMES } from '../../events/event-names.schema.ts'

/** The place of an event; without `key` a moment, which comes before all events of the same millisecond. */
export type Position = { at: number; key?: string }

export type Place = {
  /** Of what started the execution. */
  start: Position
  /** At which it came to its current step, however late that was noticed: steps that do not wait take no time. */
  arrived: Position
  /**
   * Events that it went on by and that are not stored. They are announced many at once with one time, and found by the time
   * of each email, so that the position alone does not tell that it is the same one.
   */
  used: readonly string[]
}

export const placeAt = (position: Position): Place => ({ start: position, arrived: position, used: [] })

type Happening = { name: string; at: number; id?: string | undefined }

// What happens to an email happens in this order, also within a millisecond.
const RANKS: ReadonlyMap<string, number> = new Map(UNSTORED_EVENT_NAMES.map((name, rank) => [name, rank]))

/** Ids grow with time. One without an id was told by a version that did not know places: it counts. */
export const positionOf = ({ name, at, id = '~' }: Happening): Required<Position> => ({
  at,
  key: `${RANKS.get(name) ?? UNSTORED_EVENT_NAMES.length} ${id}`,
})

export const isAfter = (event: Required<Position>, { at, key }: Position): boolean =>
  event.at > at || (event.at === at && (key === undefined || event.key > key))

// An execution that goes round remembers the last ones; the others have long been announced.
const MOST_USED = 20

/** The place behind an event that the execution went on by. */
export function placeBehind(place: Place, event: Happening): Place {
  const isUnstored = RANKS.has(event.name) && event.id !== undefined
  const used = isUnstored ? [...place.used, event.id ?? ''].slice(-MOST_USED) : place.used
  return { ...place, arrived: positionOf(event), used }
}

/** Whether a wait at which the execution stands counts the event. */
export const countsAt = ({ arrived, used }: Place, event: Happening): boolean =>
  isAfter(positionOf(event), arrived) && !used.includes(event.id ?? '')
