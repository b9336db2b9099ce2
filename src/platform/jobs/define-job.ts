// A job is declared in `<feature>.jobs.ts` and handled in `<feature>.handlers.ts`: whoever enqueues it needs the
// name and the payload, not the code that runs.
//
// job      a piece of work in the queue: a name and a payload
// handler  the function that does it; it may run twice, so a second run must find one effect
// outcome  what a handler says of the job: done, retry, snooze or cancel
// pool     the workers of one process; it beats while it lives
import { z } from 'zod'

export type JobDeclaration<Payload> = {
  name: `${string}.${string}`
  payload: z.ZodType<Payload>
  /** Total attempts before it stays failed. */
  maxAttempts: number
  /** Cron expression in UTC; the queue ensures that one node runs it. */
  cron?: string
}

export function defineJob<Payload>(declaration: JobDeclaration<Payload>): JobDeclaration<Payload> {
  return declaration
}

/** A job that the clock starts. Few attempts are enough: the next run comes anyway. */
export const scheduledJob = (
  name: JobDeclaration<object>['name'],
  cron: string,
  { maxAttempts = 3 } = {},
): JobDeclaration<object> => ({ name, cron, payload: z.object({}), maxAttempts })
