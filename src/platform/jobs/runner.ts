// Runs the queue of this process with graphile-worker: its tables and its locking, our outcomes. stop() tells the
// running jobs by their signal and waits for them.
import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, run, runOnce } from 'graphile-worker'
import type { Task, TaskList, WorkerEvents } from 'graphile-worker'
import type { Deps } from '../deps.ts'
import type { Log } from '../log.ts'
import { settle } from './handler.ts'
import type { BoundHandler } from './handler.ts'
import { startHeartbeat } from './heartbeat.ts'

// Polling finds what a lost NOTIFY missed; a NOTIFY wakes the worker within milliseconds.
const POLL_INTERVAL_MS = 1_000

// How long a job may go on after it was told to stop; the process as a whole promises 30 s.
const STOP_TIMEOUT_MS = 25_000

// Without these, stop() returns before the last job is recorded as done, and it would run again.
const RECORD_AT_ONCE = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

export type JobRunner = { stop(): Promise<void> }

type RunnerDeps = Pick<Deps, 'database' | 'config' | 'log' | 'clock'>

export async function startJobRunner(
  deps: RunnerDeps,
  handlers: readonly BoundHandler[],
): Promise<JobRunner> {
  const { database, config, log } = deps
  const stopping = new AbortController()
  const poolIds = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => poolIds.add(workerPool.id))
  const runner = await run({
    pgPool: database.pool,
    taskList: buildTaskList(deps, handlers, stopping.signal),
    parsedCronItems: parseCronItems(cronItems(handlers)),
    concurrency: config.WORKER_CONCURRENCY,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    events,
    logger: workerLogger(log),
    preset: { worker: { ...RECORD_AT_ONCE, gracefulShutdownAbortTimeout: STOP_TIMEOUT_MS } },
  })
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'job runner ended'))
  const heartbeat = startHeartbeat({ db: database.db, log, poolIds })
  return {
    async stop() {
      stopping.abort()
      await runner.stop()
      await heartbeat.stop()
    },
  }
}

/** Runs every job that is due now, and those they enqueue, until none is left. For tests. */
export async function runDueJobs(deps: RunnerDeps, handlers: readonly BoundHandler[]): Promise<void> {
  await runOnce({
    pgPool: deps.database.pool,
    taskList: buildTaskList(deps, handlers, new AbortController().signal),
    concurrency: 1,
    noHandleSignals: true,
    logger: workerLogger(deps.log),
    preset: { worker: RECORD_AT_ONCE },
  })
}

function buildTaskList(
  { database, log, clock }: RunnerDeps,
  handlers: readonly BoundHandler[],
  signal: AbortSignal,
): TaskList {
  const toTask =
    (handler: BoundHandler): Task =>
    async (payload, { job }) => {
      const jobLog = log.child({ job: handler.name, jobId: job.id, attempt: job.attempts })
      const context = { signal, attempt: job.attempts, isLastAttempt: job.attempts >= job.max_attempts }
      const outcome = await handler.run(withoutCron(payload), context)
      const snoozeJob = (forMs: number) =>
        handler.snooze(database.db, withoutCron(payload), {
          runAt: new Date(clock.now().getTime() + forMs),
          key: job.key,
        })
      await settle(outcome, snoozeJob, jobLog)
    }
  return Object.fromEntries(handlers.map((handler) => [handler.name, toTask(handler)]))
}

/** The queue adds a `_cron` note to the payload of what it schedules; handlers are not bothered with it. */
function withoutCron(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return payload
  const { _cron, ...rest } = payload
  return rest
}

function cronItems(handlers: readonly BoundHandler[]) {
  return handlers.flatMap(({ name, cron }) =>
    cron === undefined ? [] : [{ task: name, match: cron, options: { jobKey: name, maxAttempts: 3 } }],
  )
}

function workerLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    const { error } = (meta ?? {}) as { error?: unknown }
    if (level === 'error') log.error({ err: error }, message)
    else if (level === 'warning') log.warn({ err: error }, message)
    else log.debug(message)
  })
}
