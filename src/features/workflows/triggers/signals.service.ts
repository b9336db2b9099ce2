// Passes events to workflows: they start executions, wake those that wait for them, and end those that exit at them. The
// listener only queues them per project; a loop processes the projects in turn, each in the order of its events, so that a
// flood in one project does not hold up others.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Announcement, Listener } from '../../events/index.ts'
import { insertInputs } from '../executions/executions.queries.ts'
import { createEventRouter } from './event-router.ts'
import { LISTENER } from './listener-name.ts'
import { withRecordedDepth } from './own-depth.ts'
import { claimSignals, insertSignals, listSignalledProjects, lockListeners } from './signals.queries.ts'
import { startByEvents } from './start-by-events.service.ts'
import type { SignalBatch, SignalTools } from './start-by-events.service.ts'

/** Registered in src/worker.ts. Gets only the event names that workflows listen to (listening.queries.ts). */
export const workflowListener: Listener = {
  name: LISTENER,
  async handle(trx, announcements) {
    for (const [projectId, batch] of Map.groupBy(announcements, (one) => one.projectId)) {
      const signals = batch.flatMap(toSignal)
      if (signals.length > 0) await insertSignals(trx, { projectId, signals })
    }
  },
}

/** Workflows are about contacts: events of an address without a contact are ignored. */
function toSignal({ contactId, eventId, name, emailId, data, isThrottled, createdAt }: Announcement) {
  return contactId === null ? [] : [{ contactId, eventId, name, emailId, data, isThrottled, createdAt }]
}

// A transaction takes some 100 ms, and enough signals share its commit and its queries.
const BATCH = 500

/** Processes one batch of each project that has signals. Returns the number of signals. */
export async function processSignals(tools: SignalTools): Promise<number> {
  let processed = 0
  for (const projectId of await listSignalledProjects(tools.database)) {
    processed += await processProject(tools, projectId).catch((error: unknown) => {
      tools.log.warn({ err: error, projectId }, 'events cannot be given to workflows now')
      return 0
    })
  }
  return processed
}

async function processProject({ database, ...tools }: SignalTools, projectId: ProjectId): Promise<number> {
  return inTransaction(database.db, async (trx) => {
    const claimed = await claimSignals(trx, { projectId, limit: BATCH })
    const batch = { ...tools, projectId, signals: claimed.map(withRecordedDepth), now: tools.clock.now() }
    const started = await startByEvents(trx, batch)
    await wakeExecutions(trx, { ...batch, hasStarted: started > 0 })
    return claimed.length
  })
}

async function wakeExecutions(
  trx: Trx,
  { hasStarted, ...batch }: SignalBatch & { hasStarted: boolean },
): Promise<void> {
  const { projectId, signals, definitions, now } = batch
  // Executions that were just started may wait for another event of the batch.
  const awaited = hasStarted ? signals : signals.filter(({ isAwaited }) => isAwaited)
  if (awaited.length === 0) return
  const pairs = new Map(awaited.map(({ contactId, name }) => [`${contactId} ${name}`, { contactId, name }]))
  const listening = await lockListeners(trx, { projectId, pairs: [...pairs.values()] })
  if (listening.length === 0) return
  const known = await definitions.load(trx, { projectId, wanted: listening })
  const router = createEventRouter(listening, known)
  for (const signal of awaited) router.route(signal, now)
  await insertInputs(trx, { projectId, inputs: router.inputs, now })
}

// The longest that an event waits on an idle server; polling costs one lookup in an empty index.
const POLL_INTERVAL_MS = 250

export type SignalLoop = { stop(): Promise<void> }

/** Runs until it is stopped, and then finishes the current batch. */
export function startSignalLoop(tools: SignalTools): SignalLoop {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const processed = await processSignals(tools).catch((error: unknown) => {
        tools.log.warn({ err: error }, 'events cannot be given to workflows now')
        return 0
      })
      if (processed === 0) {
        await sleep(POLL_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
