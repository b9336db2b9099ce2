// Handles a result that the database rejects: a retry would be rejected too, and the connection that waits for it would
// never send again.
import { refusalCode } from '../../../platform/db/failures/database-errors.ts'
import { keepTrying } from '../../../platform/db/failures/keep-trying.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import { storableText } from '../../../platform/text/storable-text.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { parkEmail } from '../queue/parked.queries.ts'
import type { AttemptOutcome } from './outcome.ts'
import type { EmailOutcome } from './record.queries.ts'
import { failEmail } from './end.queries.ts'

type Parts = Pick<Deps, 'database' | 'log' | 'metrics' | 'clock'>

/** True if the email was recorded as failed, false if another worker has it. Never rejects. */
export type ResultFallback = (outcome: EmailOutcome, error: unknown) => Promise<boolean>

export const countRefusedResults = (metrics: Metrics): ReturnType<Metrics['counter']> =>
  metrics.counter(
    'lettermill_results_refused_total',
    'Results of emails that the database refused to store, by what was done instead (failed, parked).',
  )

/**
 * Records the email as FAILED, with the reason. If that is rejected too, the email is parked: its row still says
 * SENDING, but no worker claims it and sends it again.
 */
export function createResultFallback(parts: Parts & { owner: string }): ResultFallback {
  const { database, log, metrics, clock, owner } = parts
  const counter = countRefusedResults(metrics)
  /** Nothing can be written, so the email is retried when its lease expires. */
  const giveUp = (ref: EmailRef) => (cause: unknown) =>
    log.error({ ...ref, err: cause }, 'an email could not be parked')
  const park = (ref: EmailRef, { reason, error }: { reason: string; error: unknown }) => {
    log.error({ ...ref, err: error }, 'an email is parked: its row cannot be changed')
    return keepTrying(
      () => parkEmail(database.db, { ...ref, reason, now: clock.now() }),
      (cause) => log.warn({ err: cause, ...ref }, 'an email could not be parked; trying again'),
    ).catch(giveUp(ref))
  }
  return async (outcome, error) => {
    const { projectId, emailId, fence, status } = outcome
    const reason = reasonOf(outcome, error)
    log.error(
      { err: error, projectId, emailId, status },
      'the database rejects the result of an email; recording it as FAILED',
    )
    const isSent = ACCEPTED.has(status)
    try {
      const isOurs = await keepTrying(
        () => failEmail(database.db, { projectId, emailId, owner, fence, reason, isSent }),
        (cause) => log.warn({ err: cause, emailId }, 'a failure could not be stored; trying again'),
      )
      counter.add({ action: 'failed' })
      return isOurs
    } catch (second) {
      counter.add({ action: 'parked' })
      await park({ projectId, emailId }, { reason, error: second })
      return true
    }
  }
}

const ACCEPTED = new Set<AttemptOutcome['status']>(['SENT', 'DELIVERED', 'COMPLAINED'])

/** The reason shown in the email's record: the outcome of the attempt, without internals. */
function reasonOf({ status, reason }: EmailOutcome, error: unknown): string {
  const known = ACCEPTED.has(status)
    ? 'the email was sent'
    : `it ended as ${status}${reason === undefined ? '' : ` (${storableText(reason)})`}`
  return `Its result could not be stored (${refusalCode(error)}); ${known}. The log of the server has the details.`
}
