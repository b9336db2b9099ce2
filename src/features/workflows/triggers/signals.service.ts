// What events do to workflows: they start executions, wake those that wait for them, and end those that leave at them. The
// listener only puts them into a queue of their project; a loop takes each project in turn, in the order of its events, so
// that a flood in one holds up no other.
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Announcement, Listener } from '../../events/index.ts'
import { insertInputs } from '../executions/executions.queries.ts'
import { createHearing } from './event-router.ts'
import { LISTENER } from './listening.queries.ts'
import { withOwnDepth } from './own-depth.ts'
import { claimSignals, insertSignals, listSignalledProjects, lockListening } from './signals.queries.ts'
import { startByEvents } from './start-by-events.service.ts'
import type { SignalTools, Told } from './start-by-events.service.ts'

/** Registered in src/worker.ts. Told only of names that a workflow asks for (listening.queries.ts). */
export const workflowListener: Listener = {
  name: LISTENER,
  async handle(trx, announcements) {
    for (const [projectId, heard] of Map.groupBy(announcements, (one) => one.projectId)) {
      const signals = heard.flatMap(toSignal)
      if (signals.length > 0) await insertSignals(trx, { projectId, signals })
    }
  },
}

/** Workflows are about contacts: an email to an address without one moves nobody. */
function toSignal({ contactId, eventId, name, emailId, data, isThrottled, createdAt }: Announcement) {
  return contactId === null ? [] : [{ contactId, eventId, name, emailId, data, isThrottled, createdAt }]
}

// A transaction of so many takes some 100 ms, and shares its commit and its look-ups among enough.
const BATCH = 500

/** One batch of each project that has signals; how many were taken. */
export async function takeSignals(tools: SignalTools): Promise<number> {
  let taken = 0
  for (const projectId of await listSignalledProjects(tools.database)) {
    taken += await takeOfProject(tools, projectId).catch((error: unknown) => {
      tools.log.warn({ err: error, projectId }, 'events cannot be given to workflows now')
      return 0
    })
  }
  return taken
}

async function takeOfProject({ database, ...tools }: SignalTools, projectId: ProjectId): Promise<number> {
  return inTransaction(database.db, async (trx) => {
    const claimed = await claimSignals(trx, { projectId, limit: BATCH })
    const told = { ...tools, projectId, signals: claimed.map(withOwnDepth), now: tools.clock.now() }
    const started = await startByEvents(trx, told)
    await wakeWaiting(trx, { ...told, hasStarted: started > 0 })
    return claimed.length
  })
}

async function wakeWaiting(trx: Trx, { hasStarted, ...told }: Told & { hasStarted: boolean }): Promise<void> {
  const { projectId, signals, definitions, now } = told
  // Executions that have just begun may wait for another event of the batch.
  const heard = hasStarted ? signals : signals.filter(({ isAwaited }) => isAwaited)
  if (heard.length === 0) return
  const pairs = new Map(heard.map(({ contactId, name }) => [`${contactId} ${name}`, { contactId, name }]))
  const listening = await lockListening(trx, { projectId, pairs: [...pairs.values()] })
  if (listening.length === 0) return
  const known = await definitions.load(trx, { projectId, wanted: listening })
  const hearing = createHearing(listening, known)
  for (const signal of heard) hearing.tell(signal, now)
  await insertInputs(trx, { projectId, inputs: hearing.inputs, now })
}

// How long an event waits at most while little happens; looking costs one look-up in an empty index.
const POLL_INTERVAL_MS = 250

export type SignalLoop = { stop(): Promise<void> }

/** Runs until it is stopped; what is begun is finished. */
export function startSignalLoop(tools: SignalTools): SignalLoop {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const taken = await takeSignals(tools).catch((error: unknown) => {
        tools.log.warn({ err: error }, 'events cannot be given to workflows now')
        return 0
      })
      if (taken === 0) {
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
