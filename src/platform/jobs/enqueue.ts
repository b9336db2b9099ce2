import { sql } from 'kysely'
import type { Db, Trx } from '../db/client.ts'
import type { JobDeclaration } from './define-job.ts'

export type EnqueueOptions = {
  runAt?: Date
  /** Jobs with the same key are merged: the newer replaces one that has not started. */
  key?: string
  /** A job with the same key that has not started keeps its time. */
  keepsTime?: boolean
}

/**
 * Adds a job to the queue. Pass the transaction of the change that requires it: then the job exists exactly if the change
 * does.
 */
export async function enqueue<Payload>(
  db: Db | Trx,
  job: JobDeclaration<Payload>,
  { payload, ...options }: { payload: Payload } & EnqueueOptions,
): Promise<void> {
  const json = JSON.stringify(job.payload.parse(payload))
  await sql`
    select from graphile_worker.add_job(
      identifier => ${job.name}::text, payload => ${json}::json, run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${job.maxAttempts}::int, job_key => ${options.key ?? null}::text,
      job_key_mode => ${options.keepsTime ? 'preserve_run_at' : 'replace'})`.execute(db)
}
