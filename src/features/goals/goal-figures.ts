// How often goals were reached, from the counter `goals` (migrations/0075).
import type { Db, Trx } from '../../platform/db/client.ts'
import { readNamedCounter, readNamedCounters } from '../../platform/db/counters.ts'
import type { ProjectId } from '../../platform/ids.ts'

/** Values are counted in whole thousandths. */
const VALUE_UNIT = 1_000

// A thousand of these add up to a number that is still exact.
const LARGEST_VALUE = 1e12

export type GoalCounts = ReadonlyMap<string, number>

export const readGoalCounts = (
  db: Db | Trx,
  { projectId, ownerId }: { projectId: ProjectId; ownerId: string },
): Promise<GoalCounts> => readNamedCounter(db, { projectId, counter: 'goals', name: ownerId })

/** The counts of several owners, without those of their parts, in one statement. */
export const readGoalTotals = (
  db: Db | Trx,
  { projectId, ownerIds }: { projectId: ProjectId; ownerIds: readonly string[] },
): Promise<Map<string, GoalCounts>> =>
  readNamedCounters(db, {
    projectId,
    counter: 'goals',
    names: ownerIds,
    rests: ['conversions', 'events', 'value'],
  })

/** `part`: the beginning of the labels of a variant or a step, with its blank. */
export const goalFiguresOf = (counts: GoalCounts, part = '') => ({
  conversions: counts.get(`${part}conversions`) ?? 0,
  goalEvents: counts.get(`${part}events`) ?? 0,
  goalValue: (counts.get(`${part}value`) ?? 0) / VALUE_UNIT,
})

/** The value of an event in thousandths; 0 for anything that is not a number. Numbers may be written as text. */
export function countableValue(given: unknown): number {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > LARGEST_VALUE) return 0
  return Math.round(number * VALUE_UNIT)
}
