// Which workflows the events of a project start, and for whom.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { isDatabaseAway, isDeadlock, isTimeOut } from '../../../platform/db/failures/database-errors.ts'
import { inSavepoint } from '../../../platform/db/transactions/savepoint.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import type { ExecutionId, ProjectId } from '../../../platform/ids.ts'
import type { Filters } from '../../filters/index.ts'
import { dataHolds } from '../engine/decide.ts'
import { versionKey } from '../executions/definitions.service.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import type { Entrant } from '../executions/start/start.queries.ts'
import { startExecutions } from '../executions/start/start.service.ts'
import type { Entering } from '../executions/start/start.service.ts'
import { holdWorkflows } from '../workflows.queries.ts'
import { listTriggers } from './signals.queries.ts'
import type { Signal, Triggered } from './signals.queries.ts'

export type SignalTools = Pick<Deps, 'clock' | 'log'> & { db: Db; filters: Filters; definitions: Definitions }

/** With how many executions in a row stand behind it. */
export type DeepSignal = Signal & { depth: number }

export type Told = Omit<SignalTools, 'db'> & {
  projectId: ProjectId
  signals: readonly DeepSignal[]
  now: Date
}

/** By which signal executions were started, so that only later ones concern them. */
export type Started = Map<ExecutionId, number>

export async function startByEvents(trx: Trx, told: Told): Promise<Started> {
  const { projectId, signals, definitions } = told
  const started: Started = new Map()
  const names = [...new Set(signals.map(({ name }) => name))]
  const triggers = await listTriggers(trx, { projectId, names })
  if (triggers.length === 0) return started
  const known = await definitions.load(trx, { projectId, wanted: triggers })
  for (const trigger of triggers) {
    const definition = known.get(versionKey(trigger))
    if (!definition) continue
    const fitting = signals.filter((signal) => fits(signal, { ...told, trigger, definition }))
    if (fitting.length === 0) continue
    const entrants = fitting.map((signal) => toEntrant(signal, told.now))
    const begun = await enter(trx, { ...told, ...trigger, definition, entrants })
    fitting.forEach(({ id }, index) => {
      const executionId = entrants[index]?.executionId
      if (executionId && begun.has(executionId)) started.set(executionId, id)
    })
  }
  return started
}

type Fitting = Told & { trigger: Triggered; definition: Entering['definition'] }

/** What is part of a flood from a public key starts nothing. */
function fits(signal: Signal, { trigger: { name, segmentId }, definition, now }: Fitting): boolean {
  if (signal.isThrottled || signal.name !== name) return false
  if (segmentId !== null && signal.data.segmentId !== segmentId) return false
  const where = definition.trigger.type === 'EVENT' ? (definition.trigger.where ?? []) : []
  return dataHolds(where, { data: signal.data, now: now.getTime() })
}

const toEntrant = ({ contactId, name, data, depth }: DeepSignal, now: Date): Entrant => ({
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
