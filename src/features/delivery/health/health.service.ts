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

/** No event when a warning ends: nobody has to do anything about it. */
const TOLD: Record<HealthState, SystemEventName | null> = {
  GOOD: null,
  WARNED: 'email.rate_warning',
  PAUSED: 'email.paused',
}

/** Looks at the projects that send. Two at once come to the same verdicts, and only one of them is written and told. */
export async function judgeHealth(db: Db, { now, log }: { now: Date; log: Log }): Promise<void> {
  for (const row of await listHealthToJudge(db, now)) {
    const rates = ratesOf(row.windows)
    const verdict = judgeRates(row.windows)
    if (verdict.state === row.state || !(await enter(db, { row, verdict, now }))) continue
    if (verdict.state !== 'GOOD') {
      log.warn(
        { projectId: row.projectId, ...verdict, ...rates },
        'too many emails of a project bounce or are reported as spam',
      )
    }
  }
}

async function enter(
  db: Db,
  { row, verdict, now }: { row: HealthRow; verdict: HealthVerdict; now: Date },
): Promise<boolean> {
  const { projectId, judgedFrom } = row
  return inTransaction(db, async (trx) => {
    const isChanged = await changeHealth(trx, { projectId, was: row, ...verdict, judgedFrom, now })
    const name = TOLD[verdict.state]
    if (isChanged && name !== null) {
      const data = { ...verdict, ...ratesOf(row.windows), advice: ADVICE[verdict.state] }
      await recordEvent(trx, { projectId, name, contactId: null, data, now })
    }
    return isChanged
  })
}

type Asked = { projectId: ProjectId; now: Date }

export async function readHealth(db: Db | Trx, asked: Asked): Promise<ProjectHealthRecord> {
  const row = await requireHealth(db, asked)
  const refusals = await listSenderRefusals(db, { ...asked, limit: MOST_REFUSALS })
  return toProjectHealth(row, refusals)
}

async function requireHealth(db: Db | Trx, asked: Asked): Promise<HealthRow> {
  const row = await findHealth(db, asked)
  if (!row) throw new AppError('RESOURCE_NOT_FOUND')
  return row
}

// A screen of them; who has more sees what to do from these.
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

/** The way back: from now on only email that leaves from now on is judged. */
export async function resumeMarketing(db: Db | Trx, asked: Asked): Promise<ProjectHealthRecord> {
  const { projectId, now } = asked
  return inTransaction(db, async (trx) => {
    const row = await requireHealth(trx, asked)
    if (row.state !== 'PAUSED') throw notPaused()
    const forgiven = await countHour(trx, { projectId, at: now })
    const change = { state: 'GOOD', reason: null, judgedFrom: now, forgiven } as const
    if (!(await changeHealth(trx, { projectId, was: row, ...change, now }))) throw notPaused()
    const data = { reason: row.reason, ...ratesOf(row.windows) }
    await recordEvent(trx, { projectId, name: 'email.resumed', contactId: null, data, now })
    return readHealth(trx, asked)
  })
}

const notPaused = (): AppError =>
  new AppError('INVALID_STATE', {
    message: 'The marketing email of this project is not paused.',
    suggestion: 'GET /project/health shows the state; only PAUSED can be resumed.',
  })
