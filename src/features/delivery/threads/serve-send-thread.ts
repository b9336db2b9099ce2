// The sending thread itself: an engine with its own database pool and connections. Log lines, counts and troubles go to
// the main thread, which also manages what all threads of the node share.
import { parentPort } from 'node:worker_threads'
import type { Deps } from '../../../platform/deps.ts'
import { createMetricsRelay } from '../../../platform/metrics/metrics-relay.ts'
import { createRelayedPool } from '../../../platform/threads/relayed-pool.ts'
import type { RelayedPool } from '../../../platform/threads/relayed-pool.ts'
import { createSpanRelay } from '../../../platform/tracing/span-relay.ts'
import { isTracing } from '../../../platform/tracing/tracer.ts'
import { lowerPriority } from '../../../platform/threads/thread-priority.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { startEngines } from '../engines.service.ts'
import type { Engines } from '../engines.service.ts'
import { createHandOverGates } from '../hand-over-gates.ts'
import { createTransport } from '../transports/transports.ts'
import { divide } from './divide.ts'
import type { FromSendThread, SendThreadSetup, ToSendThread } from './send-thread-messages.ts'
import { createSharedMemoryGate, ownBytesOf } from './shared-memory-gate.ts'
import type { SharedMemoryGate } from './shared-memory-gate.ts'

/** The parts of Deps that the main thread provides. */
export type Relays = Pick<Deps, 'threads' | 'metrics' | 'tracer'> & { log: { write(line: string): void } }
export type BuildDeps = (setup: SendThreadSetup, relays: Relays) => Deps

/** Counts of the last interval are lost when a thread dies. */
export const REPORT_EVERY_MS = 250

type Post = (message: FromSendThread) => void

/** Called once by the file that a thread starts with. */
export function serveSendThread(buildDeps: BuildDeps): void {
  const port = parentPort
  if (port === null) throw new Error('serveSendThread must be called in a worker thread')
  lowerPriority()
  const post: Post = (message) => port.postMessage(message)
  const threads = createRelayedPool((request) => post({ kind: 'task', ...request }))
  const started = Promise.withResolvers<RunningThread>()
  port.on('message', (message: ToSendThread) => {
    if (message.kind === 'start') started.resolve(run(message, { buildDeps, post, threads }))
    else if (message.kind === 'task') threads.settle(message)
    // An error thrown here ends the thread, like any uncaught error.
    else void started.promise.then((running) => handleMessage(message, running))
  })
}

type RunningThread = {
  engines: Engines
  memory: SharedMemoryGate
  close: () => Promise<void>
}
type ThreadTools = { buildDeps: BuildDeps; post: Post; threads: RelayedPool }

async function run(
  setup: SendThreadSetup,
  { buildDeps, post, threads }: ThreadTools,
): Promise<RunningThread> {
  const relay = createMetricsRelay()
  const write = (line: string) => post({ kind: 'log', line })
  const { metrics } = relay
  const spans = createSpanRelay({ isOn: isTracing(setup.config), metrics })
  const deps = buildDeps(setup, { threads, metrics, tracer: spans.tracer, log: { write } })
  // Several servers may be named; it connects to the one that accepts writes.
  await deps.database.connectTo(setup.urls)
  const gates = createHandOverGates({
    connections: setup.connections,
    emailsAhead: setup.config.MARKETING_EMAILS_AHEAD,
  })
  const memory = createSharedMemoryGate({
    ownBytes: ownBytesOf(deps.config),
    enter: (id, bytes) => post({ kind: 'enter', id, bytes }),
    left: (id) => post({ kind: 'left', id }),
  })
  const limit = createConnectionLimit({ most: setup.connections, threads: setup.threads })
  const transport = createTransport(deps, limit)
  const { owner } = setup
  const { states, own } = setup.threads
  const shareOf = (connections: number) => {
    const shares = divide(connections, states.length)
    return { most: shares[own] ?? 0, users: shares.filter((share) => share > 0).length }
  }
  const engines = startEngines(deps, { transport, owner, gates, memory, shareOf })
  const report = () => {
    const { totalCount, idleCount, waitingCount } = deps.database.pool
    const { open, current } = limit
    post({
      kind: 'report',
      counts: relay.take(),
      spans: spans.take(),
      database: { open: totalCount, idle: idleCount, waited_for: waitingCount },
      troubles: [...deps.lifecycle.troubles],
      warnings: [...deps.lifecycle.warnings],
      transport: engines.state,
      connections: { open, current, use: engines.use },
    })
  }
  const timer = setInterval(report, REPORT_EVERY_MS)
  post({ kind: 'started' })
  const close = async () => {
    await engines.stop()
    clearInterval(timer)
    report()
    await deps.database.close()
    // Messages posted before still arrive.
    process.exit()
  }
  return { engines, memory, close }
}

type Message = Exclude<ToSendThread, { kind: 'start' | 'task' }>

function handleMessage(message: Message, { engines, memory, close }: RunningThread): void {
  switch (message.kind) {
    case 'new email':
      return engines.notifyNewEmail(message.projectIds)
    case 'withdrawn email':
      return engines.notifyWithdrawal(message.projectIds)
    case 'room':
      return memory.admit(message.id)
    case 'stop':
      return void close()
  }
}
