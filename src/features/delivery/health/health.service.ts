import type { z } from 'zod'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log/log.ts'
import { recordEvent } from '../../events/index.ts'
import type { SystemEventName } from '../../events/index.ts'
import {
  ADVICE,
  describeTooFew,
  judgeRates,
  LEAST_EMAILS,
  ratesOf,
  REFUSAL_ADVICE,
} from './health-verdict.ts'
import type { HealthState, HealthVerdict } from './health-verdict.ts'
import { changeHealth, countHour, findHealth, listHealthToJudge } from './health.queries.ts'
import type { HealthRow } from './health.queries.ts'
import type { ProjectHealth } from './health.schema.ts'
import { listSenderRefusals } from '../tally/sender-refusals.queries.ts'
import type { SenderRefusalRow } from '../tally/sender-refusals.queries.ts'

type ProjectHealthRecord = z.infer<typeof ProjectHealth>

/** No event when a warning ends, since it needs no action. */
const STATE_EVENTS: Record<HealthState, SystemEventName | null> = {
  GOOD: null,
  WARNED: 'email.rate_warning',
  PAUSED: 'email.paused',
}

/** Judges the projects that send. Two concurrent runs come to the same verdicts, and only one of them is written. */
export async function judgeHealth(db: Db, { now, log }: { now: Date; log: Log }): Promise<void> {
  for (const row of await listHealthToJudge(db, now)) {
    const rates = ratesOf(row.windows)
    const verdict = judgeRates(row.windows)
    if (verdict.state === row.state || !(await applyVerdict(db, { row, verdict, now }))) continue
    if (verdict.state !== 'GOOD') {
      log.warn(
        { projectId: row.projectId, ...verdict, ...rates },
        'too many emails of a project bounce or are reported as spam',
      )
    }
  }
}

async function applyVerdict(
  db: Db,
  { row, verdict, now }: { row: HealthRow; verdict: HealthVerdict; now: Date },
): Promise<boolean> {
  const { projectId, judgedFrom } = row
  return inTransaction(db, async (trx) => {
    const isChanged = await changeHealth(trx, { projectId, was: row, ...verdict, judgedFrom, now })
    const name = STATE_EVENTS[verdict.state]
    if (isChanged && name !== null) {
      const data = { ...verdict, ...ratesOf(row.windows), advice: ADVICE[verdict.state] }
      await recordEvent(trx, { projectId, name, contactId: null, data, now })
    }
    return isChanged
  })
}

type HealthQuery = { projectId: ProjectId; now: Date }

export async function readHealth(db: Db | Trx, query: HealthQuery): Promise<ProjectHealthRecord> {
  const row = await requireHealth(db, query)
  const refusals = await listSenderRefusals(db, { ...query, limit: MOST_REFUSALS })
  return toProjectHealth(row, refusals)
}

async function requireHealth(db: Db | Trx, query: HealthQuery): Promise<HealthRow> {
  const row = await findHealth(db, query)
  if (!row) throw new AppError('RESOURCE_NOT_FOUND')
  return row
}

// One screen; more of them would add no advice.
const MOST_REFUSALS = 20

function toProjectHealth(row: HealthRow, refusals: readonly SenderRefusalRow[]): ProjectHealthRecord {
  const { state, reason, changedAt, windows } = row
  const rates = ratesOf(windows)
  const isTooFew = state === 'GOOD' && rates.emails7d < LEAST_EMAILS
  return {
    ...(isTooFew ? { state: 'TOO_FEW', ...describeTooFew(rates) } : { state, reason, advice: ADVICE[state] }),
    ...rates,
    refusals: refusals.map(({ firstAt, lastAt, ...refusal }) => ({
      ...refusal,
      since: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
      advice: REFUSAL_ADVICE[refusal.kind],
    })),
    changedAt: changedAt?.toISOString() ?? null,
  }
}

/** Ends a pause. Only email sent from now on counts for the rates. */
export async function resumeMarketing(db: Db | Trx, query: HealthQuery): Promise<ProjectHealthRecord> {
  const { projectId, now } = query
  return inTransaction(db, async (trx) => {
    const row = await requireHealth(trx, query)
    if (row.state !== 'PAUSED') throw notPaused()
    const forgiven = await countHour(trx, { projectId, at: now })
    const change = { state: 'GOOD', reason: null, judgedFrom: now, forgiven } as const
    if (!(await changeHealth(trx, { projectId, was: row, ...change, now }))) throw notPaused()
    const data = { reason: row.reason, ...ratesOf(row.windows) }
    await recordEvent(trx, { projectId, name: 'email.resumed', contactId: null, data, now })
    return readHealth(trx, query)
  })
}

const notPaused = (): AppError =>
  new AppError('INVALID_STATE', {
    message: 'The marketing email of this project is not paused.',
    suggestion: 'Check the state with GET /project/health; only PAUSED can be resumed.',
  })
