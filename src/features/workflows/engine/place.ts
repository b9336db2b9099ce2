// The place of an execution among the events of its contact. Events arrive late and in any order, so their own time decides:
// a wait counts events after the place at which the execution reached it.
import { UNSTORED_EVENT_NAMES } from '../../events/event-names.schema.ts'

/** The position of an event; without `key` an instant, which precedes all events of the same millisecond. */
export type Position = { at: number; key?: string }

export type Place = {
  /** Position of the event that started the execution. */
  start: Position
  /** Position at which it reached its current step, however late the runner was: steps that do not wait take no time. */
  arrived: Position
  /**
   * Ids of unstored events that it has consumed. They are announced in bulk with one time and looked up by the time of each
   * email, so the position alone does not identify them.
   */
  used: readonly string[]
  /** Whether the goal has moved it, which happens once. */
  hasReachedGoal?: true
}

export const placeAt = (position: Position): Place => ({ start: position, arrived: position, used: [] })

type PlacedEvent = { name: string; at: number; id?: string | undefined }

// The events of an email happen in this order, also within a millisecond.
const RANKS: ReadonlyMap<string, number> = new Map(UNSTORED_EVENT_NAMES.map((name, rank) => [name, rank]))

/** Ids grow with time. An event without one comes from a version without places, and counts. */
export const positionOf = ({ name, at, id = '~' }: PlacedEvent): Required<Position> => ({
  at,
  key: `${RANKS.get(name) ?? UNSTORED_EVENT_NAMES.length} ${id}`,
})

export const isAfter = (event: Required<Position>, { at, key }: Position): boolean =>
  event.at > at || (event.at === at && (key === undefined || event.key > key))

// An execution in a loop remembers the last ones; earlier ones were announced long ago.
const MOST_USED = 20

/** The place after an event that the execution has consumed. */
export function placeBehind(place: Place, event: PlacedEvent): Place {
  const isUnstored = RANKS.has(event.name) && event.id !== undefined
  const used = isUnstored ? [...place.used, event.id ?? ''].slice(-MOST_USED) : place.used
  return { ...place, arrived: positionOf(event), used }
}

/** Whether the current wait counts the event. */
export const countsAt = ({ arrived, used }: Place, event: PlacedEvent): boolean =>
  isAfter(positionOf(event), arrived) && !used.includes(event.id ?? '')
