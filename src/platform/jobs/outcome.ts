/**
 * The result of a job handler. `done`: remove the job. `retry`: it failed, try again with growing delays until maxAttempts.
 * `snooze`: nothing is wrong, run again after the delay; costs no attempt. `cancel`: it is obsolete, remove it and log why.
 * A thrown error is a bug and is treated as `retry`; a full disk of the database as `snooze`.
 */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'retry'; reason: string }
  | { kind: 'snooze'; forMs: number }
  | { kind: 'cancel'; reason: string }

export const done: Outcome = { kind: 'done' }
export const retry = (reason: string): Outcome => ({ kind: 'retry', reason })
export const snooze = (forMs: number): Outcome => ({ kind: 'snooze', forMs })
export const cancel = (reason: string): Outcome => ({ kind: 'cancel', reason })
