// Runs the queue of this process with graphile-worker: its tables and its locking, our outcomes. stop() aborts the signal
// of running jobs and waits for them. graphile-worker gives up when it cannot record the end of a job, which happens when
// the database becomes unavailable during one, and may be stuck after a lost connection; then it is restarted.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run, runOnce } from 'graphile-worker'
import type { Runner, Task, TaskList, WorkerEvents } from 'graphile-worker'
import { isDatabaseFull } from '../db/failures/database-errors.ts'
import type { Deps } from '../deps.ts'
import type { Log } from '../log/log.ts'
import { messageForLog } from '../log/log-error.ts'
import { settle } from './handler.ts'
import type { BoundHandler } from './handler.ts'
import { startHeartbeat, unlockJobsOfPool } from './heartbeat.ts'
import { snooze } from './outcome.ts'
import { untilStuck } from './stuck-queue.ts'

// Polling finds jobs whose NOTIFY was lost; a NOTIFY wakes the worker within milliseconds.
const POLL_INTERVAL_MS = 1_000

// Between two attempts to restart the queue: a database restarts within seconds.
const RESTART_PAUSE_MS = 500

// A full disk is not the job's fault and may last for hours: it costs no attempt, and the job continues soon after there is
// space.
const FULL_DISK_PAUSE_MS = 30_000

// graphile-worker 0.18 miscounts when several jobs cannot be recorded one after the other, and then never ends. Its jobs
// have ended by then, and recording them takes milliseconds.
const END_LIMIT_MS = 10_000

// Without these, stop() returns before the last job is recorded as done, and it would run again.
const RECORD_AT_ONCE = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

export type JobRunner = { stop(): Promise<void> }

type RunnerDeps = Pick<Deps, 'database' | 'config' | 'log' | 'clock'>

/** The state of this process; `poolIds` are the pools with a heartbeat. */
type Queue = {
  deps: RunnerDeps
  handlers: readonly BoundHandler[]
  poolIds: Set<string>
  limits: QueueLimits
}

/** Tests set shorter ones. */
type QueueLimits = { endLimitMs?: number; claimCheckMs?: number }

/** One run of the queue. `ended` resolves when its jobs are over and recorded, or never will be. */
type QueueRun = { runner: Runner; poolId: string; ended: Promise<void> }

export async function startJobRunner(
  deps: RunnerDeps,
  handlers: readonly BoundHandler[],
  limits: QueueLimits = {},
): Promise<JobRunner> {
  const queue: Queue = { deps, handlers, poolIds: new Set(), limits }
  const stopping = new AbortController()
  const stopRequested = once(stopping.signal, 'abort')
  const first = await startQueue(queue)
  const heartbeat = startHeartbeat({ db: deps.database.db, log: deps.log, poolIds: queue.poolIds })

  const keepRunning = async () => {
    let current = first
    while (!stopping.signal.aborted) {
      await Promise.race([current.ended, stopRequested])
      if (!stopping.signal.aborted) current = await startAgain(queue, current, stopping.signal)
    }
    // Not awaited: its schedule may wait for a minute after an error. The jobs are over when `ended` resolves.
    current.runner.stop().catch(() => undefined)
    await current.ended
  }
  const loop = keepRunning()
  return {
    async stop() {
      stopping.abort()
      await loop
      await heartbeat.stop()
    },
  }
}

async function startQueue({ deps, handlers, poolIds, limits }: Queue): Promise<QueueRun> {
  const { endLimitMs = END_LIMIT_MS, claimCheckMs } = limits
  const halting = new AbortController()
  const running = createRunningJobs()
  const events: WorkerEvents = new EventEmitter()
  let poolId = ''
  events.on('pool:create', ({ workerPool }) => poolIds.add((poolId = workerPool.id)))
  // Whether it was stopped or gives up by itself, the running jobs are told, because the next run waits for them.
  events.on('pool:gracefulShutdown', () => halting.abort())
  const ended = new Promise<void>((resolve) => {
    events.on('pool:release', () => resolve())
    events.on('pool:gracefulShutdown', () => void running.ended().then(() => after(endLimitMs, resolve)))
  })
  const runner = await run({
    pgPool: deps.database.pool,
    taskList: running.watch(buildTaskList(deps, handlers, halting.signal)),
    parsedCronItems: parseCronItems(cronItems(handlers)),
    concurrency: deps.config.WORKER_CONCURRENCY,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    events,
    logger: workerLogger(deps.log),
    preset: { worker: RECORD_AT_ONCE },
  })
  runner.promise.catch(() => undefined)
  const restart = (reason: string) => {
    deps.log.warn({ reason }, 'the job queue cannot go on')
    return runner.stop()
  }
  const { db } = deps.database
  untilStuck({ db, events, poolId, isRunning: running.has, claimCheckMs })
    .then(restart)
    .catch(() => undefined)
  return { runner, poolId, ended }
}

const after = (ms: number, work: () => void): void => void setTimeout(work, ms).unref()

/** Knows which jobs of a run are running, and when they are over. */
function createRunningJobs() {
  const running = new Map<string, Promise<unknown>>()
  const watch =
    (task: Task): Task =>
    (payload, helpers) => {
      const { id } = helpers.job
      const job = Promise.resolve(task(payload, helpers)).finally(() => running.delete(id))
      running.set(id, job)
      return job
    }
  return {
    watch: (tasks: TaskList): TaskList =>
      Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, watch(task as Task)])),
    has: (jobId: string) => running.has(jobId),
    ended: () => Promise.allSettled(running.values()),
  }
}

/** Starts the next run after one that ended by itself, as soon as the database allows it; returns the same one on a stop. */
async function startAgain(queue: Queue, former: QueueRun, stop: AbortSignal): Promise<QueueRun> {
  const { database, log } = queue.deps
  log.warn('the job queue ended unexpectedly; starting it again')
  for (;;) {
    await sleep(RESTART_PAUSE_MS)
    if (stop.aborted) return former
    try {
      queue.poolIds.delete(former.poolId)
      await unlockJobsOfPool(database.db, former.poolId)
      return await startQueue(queue)
    } catch (error) {
      log.warn({ err: error }, 'the job queue cannot be started yet')
    }
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
      const outcome = await handler.run(withoutCron(payload), context).catch((error: unknown) => {
        if (!isDatabaseFull(error)) throw error
        jobLog.warn({ err: error }, 'the disk of the database is full; the job waits')
        return snooze(FULL_DISK_PAUSE_MS)
      })
      const snoozeJob = (forMs: number) =>
        handler.snooze(database.db, withoutCron(payload), {
          runAt: new Date(clock.now().getTime() + forMs),
          key: job.key,
        })
      await settle(outcome, snoozeJob, jobLog)
    }
  return Object.fromEntries(handlers.map((handler) => [handler.name, toTask(handler)]))
}

/** graphile-worker adds a `_cron` field to the payload of scheduled jobs; handlers do not see it. */
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
    if (level === 'error') log.error({ err: error }, withoutValues(message, error))
    else if (level === 'warning') log.warn({ err: error }, withoutValues(message, error))
    else log.debug(message)
  })
}

/** graphile-worker includes the error and its stack in the message; both are in the entry already. */
function withoutValues(message: string, error: unknown): string {
  const sentence = message.split('\n')[0] ?? ''
  return error instanceof Error ? sentence.replaceAll(error.message, () => messageForLog(error)) : sentence
}
