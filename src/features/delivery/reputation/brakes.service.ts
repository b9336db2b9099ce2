import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { dayAfter, dayRangeOf } from '../../../platform/time/days.ts'
import { localDay } from '../../../platform/time/local-day.ts'
import { zoneOffset } from '../../../platform/time/zone-clock.ts'
import { withoutAddresses } from '../tally/standing.ts'
import { listBrakes } from './brakes.queries.ts'
import type { BrakeRow } from './brakes.queries.ts'
import type { ReputationScope } from './reputation.queries.ts'
import type { BrakeQuery, ReputationBrakes } from './reputation.schema.ts'
import { timezoneOf } from './reputation.service.ts'

type ReputationBrakesAnswer = z.infer<typeof ReputationBrakes>
type BrakesInput = ReputationScope & { query: z.infer<typeof BrakeQuery>; now: Date }

// More than anybody reads.
const MOST_BRAKES = 200

export async function readBrakes(
  db: Db | Trx,
  { projectId, query, now }: BrakesInput,
): Promise<ReputationBrakesAnswer> {
  const timezone = await timezoneOf(db, { projectId })
  const range = dayRangeOf(query, localDay(now, timezone))
  const [from, before] = [startOf(range.from, timezone), startOf(dayAfter(range.to, 1), timezone)]
  const rows = await listBrakes(db, { projectId, from, before, limit: MOST_BRAKES })
  return { timezone, ...range, brakes: rows.map((row) => toBrake(row, projectId === undefined)) }
}

/** Midnight in the zone, give or take an hour where clocks change in that night. */
function startOf(day: string, timezone: string): Date {
  const at = Date.parse(day)
  return new Date(at - (zoneOffset(at, timezone) ?? 0))
}

/** The reason of a brake of the server may quote the answer to an email of another project. */
function toBrake(row: BrakeRow, isOperator: boolean): ReputationBrakesAnswer['brakes'][number] {
  const { kind, name, isOfProject, transport, reason, since, endedAt } = row
  return {
    kind,
    name: name === '' ? null : name,
    transport,
    reason: reason === null || isOfProject || isOperator ? reason : withoutAddresses(reason),
    since: since.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
