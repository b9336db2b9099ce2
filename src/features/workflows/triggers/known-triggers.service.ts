// What events start, made ready to be judged. A thousand workflows may ask for the same event, so each node keeps this in
// memory for as long as no trigger of the project has changed (workflow_trigger_stamps).
import { createByteCache } from '../../../platform/caches/byte-cache.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { makeDataTest } from '../../filters/index.ts'
import type { DataTest } from '../../filters/index.ts'
import type { Definition } from '../definition.schema.ts'
import { conditionsOn } from '../engine/decide.ts'
import type { Definitions } from '../executions/definitions.service.ts'
import type { WorkflowRef } from '../workflows.queries.ts'
import { listTriggers } from './signals.queries.ts'
import type { Triggered } from './signals.queries.ts'

/** `holds`: whether the data of an event fulfils the conditions. */
export type KnownTrigger = Triggered & { holds: DataTest }

type Asked = { projectId: ProjectId; stamp: string; names: readonly string[] }

export type KnownTriggers = {
  /** Those of all these names. `stamp`: of the project, read before. */
  load(trx: Trx, asked: Asked): Promise<readonly KnownTrigger[]>
  /** What starts one workflow now, which the caller holds. */
  read(trx: Trx, ref: WorkflowRef): Promise<readonly KnownTrigger[]>
}

type Kept = { stamp: string; triggers: readonly KnownTrigger[]; bytes: number }

// Some ten thousand workflows with a few conditions each.
const CACHE_BYTES = 16_000_000

// A trigger with its test; and what conditions take, compared with their text.
const TRIGGER_BYTES = 500
const TIMES_ITS_TEXT = 6

export function createKnownTriggers(definitions: Definitions): KnownTriggers {
  const cache = createByteCache<Kept>({ maxBytes: CACHE_BYTES })
  return {
    async load(trx, { projectId, stamp, names }) {
      const find = (name: string) => {
        const kept = cache.find(`${projectId} ${name}`)
        return kept?.stamp === stamp ? kept.triggers : undefined
      }
      const known = new Map(names.map((name) => [name, find(name)]))
      const unknown = names.filter((name) => !known.get(name))
      if (unknown.length > 0) {
        // They may be newer than the stamp; then the next event comes with another one.
        const found = await listTriggers(trx, { projectId, names: unknown })
        const read = await makeReady(trx, { definitions, projectId, triggers: found })
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
      return makeReady(trx, { definitions, projectId, triggers })
    },
  }
}

type TriggerPreparation = { definitions: Definitions; projectId: ProjectId; triggers: readonly Triggered[] }

async function makeReady(
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

const conditionsOf = ({ trigger }: Definition) => (trigger.type === 'EVENT' ? conditionsOn(trigger) : [])
