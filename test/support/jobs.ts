import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Deps } from '../../src/platform/deps.ts'
import type { JobDeclaration } from '../../src/platform/jobs/define-job.ts'
import type { JobContext } from '../../src/platform/jobs/handler.ts'
import type { Outcome } from '../../src/platform/jobs/outcome.ts'
import { runDueJobs } from '../../src/platform/jobs/runner.ts'
import { buildHandlers } from '../../src/worker.ts'

/** Asserts that such a job waits in the queue; every field of `payload` must match. */
export async function expectEnqueued<Payload>(
  { database }: Deps,
  job: JobDeclaration<Payload>,
  payload: { [Name in keyof Payload]?: unknown },
): Promise<void> {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select j.payload from graphile_worker._private_jobs as j
    join graphile_worker._private_tasks as t on t.id = j.task_id where t.identifier = ${job.name}`.execute(
    database.db,
  )
  const found = rows.some((row) =>
    Object.entries(payload).every(([key, value]) => isDeepStrictEqual(row.payload[key], value)),
  )
  expect(
    found,
    `no job ${job.name} with ${JSON.stringify(payload)} among ${JSON.stringify(rows.map((row) => row.payload))}`,
  ).toBe(true)
}

const CONTEXT: JobContext = { signal: new AbortController().signal, attempt: 1, isLastAttempt: false }

/** Runs the handler of a job in place, without the queue. */
export async function runJob<Payload>(
  deps: Deps,
  job: JobDeclaration<Payload>,
  { payload, ...context }: { payload: Payload } & Partial<JobContext>,
): Promise<Outcome> {
  const handler = buildHandlers(deps).find((one) => one.name === job.name)
  if (!handler) throw new Error(`no handler for ${job.name}`)
  return handler.run(payload, { ...CONTEXT, ...context })
}

/** Runs everything that is due, and what that enqueues, until nothing is left. */
export async function drain(deps: Deps): Promise<void> {
  await runDueJobs(deps, buildHandlers(deps))
}
