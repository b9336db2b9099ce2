// Starts the workflows whose triggers match the events of a project.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Trx } from '../../../platform/db/client.ts'
import {
  isDatabaseUnavailable,
  isDeadlock,
  isTimeOut,
} from '../../../platform/db/failures/database-errors.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ExecutionId, ProjectId, WorkflowId } from '../../../platform/ids.ts'
import { UNSTORED_EVENT_NAMES } from '../../events/index.ts'
import type { Filters } from '../../filters/index.ts'
import type { Definition } from '../definition.schema.ts'
import { positionOf } from '../engine/place.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import type { Entrant } from '../executions/start/start.queries.ts'
import { startExecutions } from '../executions/start/start.service.ts'
import { holdWorkflows } from '../workflows.queries.ts'
import type { KnownTrigger, KnownTriggers } from './known-triggers.service.ts'
import type { KnownSignal } from './signals.queries.ts'

export type SignalTools = Pick<Deps, 'clock' | 'log'> & {
  filters: Filters
  definitions: Definitions
  triggers: KnownTriggers
}

export type SignalBatch = SignalTools & {
  projectId: ProjectId
  signals: readonly KnownSignal[]
  now: Date
}

/** Returns the number of started executions. */
export async function startByEvents(trx: Trx, batch: SignalBatch): Promise<number> {
  let started = 0
  for (const one of await matchTriggers(trx, batch)) started += await startWorkflow(trx, batch, one)
  return started
}

// A thousand workflows may have the same trigger event, and five hundred events come in one batch. Tests run for some 2 ms
// before other work gets a turn.
const TESTED_AT_ONCE = 10_000

type TriggerMatch = { trigger: KnownTrigger; matching: KnownSignal[] }
type StartableMatch = TriggerMatch & { definition: Definition }

/** Workflows with the events that start them, in the order in which workflows are locked. */
async function matchTriggers(trx: Trx, batch: SignalBatch): Promise<StartableMatch[]> {
  const { projectId, signals, triggers, now } = batch
  // Throttled events, from a flood of a public key, start nothing.
  const starting = signals.filter(({ isTrigger, isThrottled }) => isTrigger && !isThrottled)
  const [first] = starting
  if (!first) return []
  const byName = Map.groupBy(starting, ({ name }) => name)
  const query = { projectId, stamp: first.stamp, names: [...byName.keys()] }
  const found: TriggerMatch[] = []
  let tested = 0
  for (const trigger of await triggers.load(trx, query)) {
    const candidates = byName.get(trigger.name) ?? []
    const matching = candidates.filter((signal) => matches(signal, trigger, now))
    if (matching.length > 0) found.push({ trigger, matching })
    tested += candidates.length
    if (tested < TESTED_AT_ONCE) continue
    tested = 0
    await nextTurn()
  }
  found.sort((a, b) => (a.trigger.workflowId < b.trigger.workflowId ? -1 : 1))
  return withDefinitions(trx, batch, found)
}

async function withDefinitions(
  trx: Trx,
  { projectId, definitions }: SignalBatch,
  found: readonly TriggerMatch[],
): Promise<StartableMatch[]> {
  const known = await definitions.load(trx, { projectId, wanted: found.map(({ trigger }) => trigger) })
  return found.flatMap((one, index) => {
    const definition = known[index]
    return definition ? [{ ...one, definition }] : []
  })
}

// Always announced as they happen; and their times come from the clock of the database.
const UNSTORED: ReadonlySet<string> = new Set(UNSTORED_EVENT_NAMES)

function matches(signal: KnownSignal, { segmentId, since, holds }: KnownTrigger, now: Date): boolean {
  const { name, data, createdAt } = signal
  if (createdAt < since && !UNSTORED.has(name)) return false
  return (segmentId === null || data.segmentId === segmentId) && holds(data, now)
}

const toEntrant = (signal: KnownSignal, now: Date): Entrant => ({
  executionId: newId<ExecutionId>(now),
  contactId: signal.contactId,
  event: { name: signal.name, data: signal.data },
  depth: signal.depth,
  position: positionOf({ name: signal.name, at: signal.createdAt.getTime(), id: signal.eventId }),
})

/** A workflow whose start fails does not hold up others. */
async function startWorkflow(trx: Trx, batch: SignalBatch, one: StartableMatch): Promise<number> {
  const { projectId, log } = batch
  const { workflowId } = one.trigger
  try {
    return await inSavepoint(trx, async () => {
      const alive = await holdWorkflows(trx, { projectId, ids: [workflowId] })
      const workflow = alive.get(workflowId)
      if (!workflow?.enabled) return 0
      // The workflow was saved since the events were matched: match them again, with its current triggers.
      const isChanged = workflow.version !== one.trigger.version
      let started = 0
      for (const ready of isChanged ? await rematch(trx, batch, workflowId) : [one]) {
        started += await startMatch(trx, batch, ready)
      }
      return started
    })
  } catch (error) {
    if (isDeadlock(error) || (isDatabaseUnavailable(error) && !isTimeOut(error))) throw error
    log.error({ err: error, projectId, workflowId }, 'a workflow could not be started')
    return 0
  }
}

/** Matches the signals with the current triggers of a workflow that is held. */
async function rematch(trx: Trx, batch: SignalBatch, workflowId: WorkflowId): Promise<StartableMatch[]> {
  const { projectId, signals, triggers, now } = batch
  const current = await triggers.read(trx, { projectId, workflowId })
  const found = current.map((trigger) => {
    const candidates = signals.filter(({ name, isThrottled }) => name === trigger.name && !isThrottled)
    return { trigger, matching: candidates.filter((signal) => matches(signal, trigger, now)) }
  })
  return withDefinitions(trx, batch, found)
}

async function startMatch(
  trx: Trx,
  batch: SignalBatch,
  { trigger, definition, matching }: StartableMatch,
): Promise<number> {
  const { projectId, filters, now } = batch
  const { workflowId, version } = trigger
  const entrants = matching.map((signal) => toEntrant(signal, now))
  const input = { projectId, workflowId, version, definition, entrants, filters, now }
  return (await startExecutions(trx, { ...input, isFailureRecorded: true })).size
}
