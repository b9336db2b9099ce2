import type { Db } from '../db/client.ts'
import type { Log } from '../log/log.ts'
import { enqueue } from './enqueue.ts'
import type { JobDeclaration } from './define-job.ts'
import { done } from './outcome.ts'
import type { Outcome } from './outcome.ts'

export type JobContext = {
  /** Aborted when the process has to stop: finish the current step, and snooze the rest. */
  signal: AbortSignal
  attempt: number
  isLastAttempt: boolean
}

/** A handler bound to its declaration; payloads are validated before it runs. */
export type BoundHandler = {
  name: string
  run(payload: unknown, context: JobContext): Promise<Outcome>
  /** Enqueues the same job for later, with a fresh count of attempts. */
  snooze(db: Db, payload: unknown, options: { runAt: Date; key: string | null }): Promise<void>
  cron: string | undefined
}

/** A run that returns nothing is done. */
export function handle<Payload>(
  job: JobDeclaration<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<Outcome | void>,
): BoundHandler {
  return {
    name: job.name,
    cron: job.cron,
    run: async (payload, context) => (await run(job.payload.parse(payload), context)) ?? done,
    // A job with the same key that was added while this one ran has newer information, so it is not delayed.
    snooze: (db, payload, { runAt, key }) =>
      enqueue(db, job, {
        payload: job.payload.parse(payload),
        runAt,
        ...(key !== null && { key, keepsTime: true }),
      }),
  }
}

/** Carries out an outcome; throws for `retry`, which is how graphile-worker learns of it. */
export async function settle(
  outcome: Outcome,
  snoozeJob: (forMs: number) => Promise<void>,
  log: Log,
): Promise<void> {
  switch (outcome.kind) {
    case 'done':
      return
    case 'retry':
      throw new Error(outcome.reason)
    case 'snooze':
      return snoozeJob(outcome.forMs)
    case 'cancel':
      log.warn({ reason: outcome.reason }, 'job cancelled')
      return
  }
}
