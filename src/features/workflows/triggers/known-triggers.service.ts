// The triggers of a project, with compiled conditions. A thousand workflows may have the same trigger event, so each node
// caches them until a trigger of the project changes (workflow_trigger_stamps).
import { createByteCache } from '../../../platform/caches/byte-cache.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { makeDataTest } from '../../filters/index.ts'
import type { DataTest } from '../../filters/index.ts'
import type { Definition } from '../definition.schema.ts'
import { eventConditions } from '../engine/decide.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { listTriggers } from './signals.queries.ts'
import type { WorkflowTrigger } from './signals.queries.ts'

/** `holds`: whether the data of an event matches the conditions. */
export type KnownTrigger = WorkflowTrigger & { holds: DataTest }

type TriggerQuery = { projectId: ProjectId; stamp: string; names: readonly string[] }

export type KnownTriggers = {
  /** Triggers for events of these names. `stamp`: the project's, read before. */
  load(trx: Trx, query: TriggerQuery): Promise<readonly KnownTrigger[]>
  /** Current triggers of one workflow, which the caller holds. */
  read(trx: Trx, ref: WorkflowRef): Promise<readonly KnownTrigger[]>
}

type CachedTriggers = { stamp: string; triggers: readonly KnownTrigger[]; bytes: number }

// Some ten thousand workflows with a few conditions each.
const CACHE_BYTES = 16_000_000

// Memory of a trigger with its test, and of conditions relative to their text.
const TRIGGER_BYTES = 500
const TIMES_ITS_TEXT = 6

export function createKnownTriggers(definitions: Definitions): KnownTriggers {
  const cache = createByteCache<CachedTriggers>({ maxBytes: CACHE_BYTES })
  return {
    async load(trx, { projectId, stamp, names }) {
      const find = (name: string) => {
        const cached = cache.find(`${projectId} ${name}`)
        return cached?.stamp === stamp ? cached.triggers : undefined
      }
      const known = new Map(names.map((name) => [name, find(name)]))
      const unknown = names.filter((name) => !known.get(name))
      if (unknown.length > 0) {
        // The triggers may be newer than the stamp; then the next event has another stamp, and they are read again.
        const found = await listTriggers(trx, { projectId, names: unknown })
        const read = await prepareTriggers(trx, { definitions, projectId, triggers: found })
        for (const name of unknown) {
          const triggers = read.filter((trigger) => trigger.name === name)
          const bytes = triggers.reduce((sum, trigger) => sum + trigger.bytes, 0)
          known.set(name, cache.add(`${projectId} ${name}`, { stamp, triggers, bytes }).triggers)
        }
      }
      return [...known.values()].flatMap((triggers) => triggers ?? [])
    },
    async read(trx, { projectId, workflowId }) {
      const triggers = await listTriggers(trx, { projectId, workflowId })
      return prepareTriggers(trx, { definitions, projectId, triggers })
    },
  }
}

type TriggerPreparation = {
  definitions: Definitions
  projectId: ProjectId
  triggers: readonly WorkflowTrigger[]
}

async function prepareTriggers(
  trx: Trx,
  { definitions, projectId, triggers }: TriggerPreparation,
): Promise<(KnownTrigger & { bytes: number })[]> {
  const found = await definitions.load(trx, { projectId, wanted: triggers })
  return triggers.flatMap((trigger, index) => {
    const definition = found[index]
    if (!definition) return []
    const where = conditionsOf(definition)
    const bytes = TRIGGER_BYTES + JSON.stringify(where).length * TIMES_ITS_TEXT
    return [{ ...trigger, holds: makeDataTest(where), bytes }]
  })
}

const conditionsOf = ({ trigger }: Definition) => (trigger.type === 'EVENT' ? eventConditions(trigger) : [])
