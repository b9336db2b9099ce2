// Which workflows the events of a project start, and for whom.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Trx } from '../../../platform/db/client.ts'
import { isDatabaseAway, isDeadlock, isTimeOut } from '../../../platform/db/failures/database-errors.ts'
import type { PreparedTarget } from '../../../platform/db/prepared.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ExecutionId, ProjectId } from '../../../platform/ids.ts'
import { makeDataTest } from '../../filters/index.ts'
import type { DataTest, Filters } from '../../filters/index.ts'
import type { Definition } from '../definition.schema.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import type { Entrant } from '../executions/start/start.queries.ts'
import { startExecutions } from '../executions/start/start.service.ts'
import type { Entering } from '../executions/start/start.service.ts'
import { holdWorkflows } from '../workflows.queries.ts'
import { listTriggers } from './signals.queries.ts'
import type { ClaimedSignal, Triggered } from './signals.queries.ts'

export type SignalTools = Pick<Deps, 'clock' | 'log'> & {
  database: PreparedTarget
  filters: Filters
  definitions: Definitions
}

export type Told = Omit<SignalTools, 'database'> & {
  projectId: ProjectId
  signals: readonly ClaimedSignal[]
  now: Date
}

/** By which signal executions were started, so that only later ones concern them. */
export type Started = Map<ExecutionId, number>

export async function startByEvents(trx: Trx, told: Told): Promise<Started> {
  const { projectId, now } = told
  const started: Started = new Map()
  for (const { trigger, definition, fitting } of await whatFits(trx, told)) {
    const entrants = fitting.map((signal) => toEntrant(signal, now))
    const begun = await enter(trx, { ...told, ...trigger, projectId, definition, entrants })
    fitting.forEach(({ id }, index) => {
      const executionId = entrants[index]?.executionId
      if (executionId && begun.has(executionId)) started.set(executionId, id)
    })
  }
  return started
}

// A thousand workflows may ask for the same event, of which five hundred come together: some 2 ms at a time.
const JUDGED_AT_ONCE = 10_000

type Fitting = { trigger: Triggered; definition: Definition; fitting: ClaimedSignal[] }

/** Workflows with the events that start them, in the order in which workflows are held. */
async function whatFits(trx: Trx, { projectId, signals, definitions, now }: Told): Promise<Fitting[]> {
  // What is part of a flood from a public key starts nothing.
  const starting = signals.filter(({ isTrigger, isThrottled }) => isTrigger && !isThrottled)
  const byName = Map.groupBy(starting, ({ name }) => name)
  if (byName.size === 0) return []
  const triggers = await listTriggers(trx, { projectId, names: [...byName.keys()] })
  const known = await definitions.load(trx, { projectId, wanted: triggers })
  const found: Fitting[] = []
  let judged = 0
  for (const [index, trigger] of triggers.entries()) {
    const definition = known[index]
    const asked = byName.get(trigger.name)
    if (!definition || !asked) continue
    const fitting = asked.filter(fits(trigger, { definition, now }))
    if (fitting.length > 0) found.push({ trigger, definition, fitting })
    judged += asked.length
    if (judged < JUDGED_AT_ONCE) continue
    judged = 0
    await nextTurn()
  }
  return found.toSorted((a, b) => (a.trigger.workflowId < b.trigger.workflowId ? -1 : 1))
}

type Given = { definition: Definition; now: Date }

function fits({ segmentId }: Triggered, { definition, now }: Given): (signal: ClaimedSignal) => boolean {
  const holds = triggerTestOf(definition)
  return ({ data }) => (segmentId === null || data.segmentId === segmentId) && holds(data, now)
}

const triggerTests = new WeakMap<Definition, DataTest>()

/** Remembered for as long as the definition is: with many workflows, reading their conditions is most of the work. */
function triggerTestOf(definition: Definition): DataTest {
  const known = triggerTests.get(definition)
  if (known) return known
  const { trigger } = definition
  const test = makeDataTest(trigger.type === 'EVENT' ? (trigger.where ?? []) : [])
  triggerTests.set(definition, test)
  return test
}

const toEntrant = ({ contactId, name, data, depth }: ClaimedSignal, now: Date): Entrant => ({
  executionId: newId<ExecutionId>(now),
  contactId,
  event: { name, data },
  depth,
})

/** A workflow whose filters cannot be asked lets nobody in, and holds up no other. */
async function enter(
  trx: Trx,
  { log, ...entering }: Entering & Pick<Told, 'log'>,
): Promise<Set<ExecutionId>> {
  const { projectId, workflowId, version } = entering
  try {
    return await inSavepoint(trx, async () => {
      const alive = await holdWorkflows(trx, { projectId, ids: [workflowId] })
      const workflow = alive.get(workflowId)
      // Disabled, changed or deleted in this moment.
      if (!workflow?.enabled || workflow.version !== version) return new Set<ExecutionId>()
      return startExecutions(trx, entering)
    })
  } catch (error) {
    if (isDeadlock(error) || (isDatabaseAway(error) && !isTimeOut(error))) throw error
    log.error({ err: error, projectId, workflowId }, 'a workflow could not be started')
    return new Set()
  }
}
