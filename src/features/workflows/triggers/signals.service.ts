// Passes events to workflows: they start executions, wake those that wait for them, and end those that exit at them.
import type { Trx } from '../../../platform/db/client.ts'
import type { Announcement, Listener } from '../../events/index.ts'
import { insertInputs } from '../executions/executions.queries.ts'
import { EXECUTIONS } from '../executions/work-tables.ts'
import { createEventRouter } from './event-router.ts'
import { LISTENER } from './listener-name.ts'
import { withRecordedDepth } from './own-depth.ts'
import { findSignalContext, lockListeners } from './signals.queries.ts'
import { startByEvents } from './start-by-events.service.ts'
import type { SignalBatch, SignalTools } from './start-by-events.service.ts'

// A transaction takes some 100 ms, and enough events share its commit and its queries.
const BATCH = 500

/** Registered in src/worker.ts. Gets only the event names that workflows listen to (listening.queries.ts). */
export const createWorkflowListener = (tools: SignalTools): Listener => ({
  name: LISTENER,
  mostEvents: BATCH,
  wakes: [EXECUTIONS],
  async handle(trx, { projectId, announcements }) {
    const given = announcements.flatMap(toSignal)
    if (given.length === 0) return
    const known = await findSignalContext(trx, { projectId, signals: given })
    const batch = { ...tools, projectId, signals: known.map(withRecordedDepth), now: tools.clock.now() }
    const started = await startByEvents(trx, batch)
    await wakeExecutions(trx, { ...batch, hasStarted: started > 0 })
  },
})

/** Workflows are about contacts: events of an address without a contact are ignored. */
function toSignal({ contactId, eventId, name, emailId, data, isThrottled, createdAt }: Announcement) {
  return contactId === null ? [] : [{ contactId, eventId, name, emailId, data, isThrottled, createdAt }]
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
