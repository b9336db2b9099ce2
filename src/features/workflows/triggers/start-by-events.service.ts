// Which workflows the events of a project start, and for whom.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Trx } from '../../../platform/db/client.ts'
import { isDatabaseAway, isDeadlock, isTimeOut } from '../../../platform/db/failures/database-errors.ts'
import type { PreparedTarget } from '../../../platform/db/prepared.ts'
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
import type { ClaimedSignal } from './signals.queries.ts'

export type SignalTools = Pick<Deps, 'clock' | 'log'> & {
  database: PreparedTarget
  filters: Filters
  definitions: Definitions
  triggers: KnownTriggers
}

export type Told = Omit<SignalTools, 'database'> & {
  projectId: ProjectId
  signals: readonly ClaimedSignal[]
  now: Date
}

/** How many executions they have started. */
export async function startByEvents(trx: Trx, told: Told): Promise<number> {
  let started = 0
  for (const one of await whatFits(trx, told)) started += await enter(trx, told, one)
  return started
}

// A thousand workflows may ask for the same event, of which five hundred come together: some 2 ms at a time.
const JUDGED_AT_ONCE = 10_000

type Fitting = { trigger: KnownTrigger; fitting: ClaimedSignal[] }
type Ready = Fitting & { definition: Definition }

/** Workflows with the events that start them, in the order in which workflows are held. */
async function whatFits(trx: Trx, told: Told): Promise<Ready[]> {
  const { projectId, signals, triggers, now } = told
  // What is part of a flood from a public key starts nothing.
  const starting = signals.filter(({ isTrigger, isThrottled }) => isTrigger && !isThrottled)
  const [first] = starting
  if (!first) return []
  const byName = Map.groupBy(starting, ({ name }) => name)
  const asking = { projectId, stamp: first.stamp, names: [...byName.keys()] }
  const found: Fitting[] = []
  let judged = 0
  for (const trigger of await triggers.load(trx, asking)) {
    const asked = byName.get(trigger.name) ?? []
    const fitting = asked.filter((signal) => fits(signal, trigger, now))
    if (fitting.length > 0) found.push({ trigger, fitting })
    judged += asked.length
    if (judged < JUDGED_AT_ONCE) continue
    judged = 0
    await nextTurn()
  }
  found.sort((a, b) => (a.trigger.workflowId < b.trigger.workflowId ? -1 : 1))
  return withDefinitions(trx, told, found)
}

async function withDefinitions(
  trx: Trx,
  { projectId, definitions }: Told,
  found: readonly Fitting[],
): Promise<Ready[]> {
  const known = await definitions.load(trx, { projectId, wanted: found.map(({ trigger }) => trigger) })
  return found.flatMap((one, index) => {
    const definition = known[index]
    return definition ? [{ ...one, definition }] : []
  })
}

// Announced as they happen, never afterwards; and their times come from the clock of the database.
const UNSTORED: ReadonlySet<string> = new Set(UNSTORED_EVENT_NAMES)

function fits(signal: ClaimedSignal, { segmentId, since, holds }: KnownTrigger, now: Date): boolean {
  const { name, data, createdAt } = signal
  if (createdAt < since && !UNSTORED.has(name)) return false
  return (segmentId === null || data.segmentId === segmentId) && holds(data, now)
}

const toEntrant = (signal: ClaimedSignal, now: Date): Entrant => ({
  executionId: newId<ExecutionId>(now),
  contactId: signal.contactId,
  event: { name: signal.name, data: signal.data },
  depth: signal.depth,
  position: positionOf({ name: signal.name, at: signal.createdAt.getTime(), id: signal.eventId }),
})

/** A workflow whose filters cannot be asked lets nobody in, and holds up no other. */
async function enter(trx: Trx, told: Told, one: Ready): Promise<number> {
  const { projectId, log } = told
  const { workflowId } = one.trigger
  try {
    return await inSavepoint(trx, async () => {
      const alive = await holdWorkflows(trx, { projectId, ids: [workflowId] })
      const workflow = alive.get(workflowId)
      if (!workflow?.enabled) return 0
      // Somebody has saved it since the events were judged: they are judged again, by what holds now.
      const isChanged = workflow.version !== one.trigger.version
      let started = 0
      for (const ready of isChanged ? await judgeAgain(trx, told, workflowId) : [one]) {
        started += await start(trx, told, ready)
      }
      return started
    })
  } catch (error) {
    if (isDeadlock(error) || (isDatabaseAway(error) && !isTimeOut(error))) throw error
    log.error({ err: error, projectId, workflowId }, 'a workflow could not be started')
    return 0
  }
}

/** What starts a workflow that is held, with the signals that do. */
async function judgeAgain(trx: Trx, told: Told, workflowId: WorkflowId): Promise<Ready[]> {
  const { projectId, signals, triggers, now } = told
  const found = await triggers.read(trx, { projectId, workflowId })
  const fitting = found.map((trigger) => {
    const asked = signals.filter(({ name, isThrottled }) => name === trigger.name && !isThrottled)
    return { trigger, fitting: asked.filter((signal) => fits(signal, trigger, now)) }
  })
  return withDefinitions(trx, told, fitting)
}

async function start(trx: Trx, told: Told, { trigger, definition, fitting }: Ready): Promise<number> {
  const { projectId, filters, now } = told
  const { workflowId, version } = trigger
  const entrants = fitting.map((signal) => toEntrant(signal, now))
  const entering = { projectId, workflowId, version, definition, entrants, filters, now }
  return (await startExecutions(trx, { ...entering, isParking: true })).size
}
