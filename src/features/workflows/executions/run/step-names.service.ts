// Steps use data keys and event names, whose number per project is limited. They are claimed before the transaction that uses
// them, like those of requests.
import type { Database } from '../../../../platform/db/client.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { createNameClaims } from '../../../../platform/db/known-names/known-names.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ProjectId } from '../../../../platform/ids.ts'
import { DATA_KEY_LIMIT, toDataChange } from '../../../contacts/index.ts'
import { EVENT_NAME_LIMIT } from '../../../events/index.ts'
import type { Definition } from '../../definition.schema.ts'
import type { Step } from '../../steps.schema.ts'
import type { Definitions } from '../definitions.service.ts'
import type { ExecutionRow } from '../execution-row.ts'

/** The reason, per step, if its names would exceed the project's limit. */
export type NameRefusals = ReadonlyMap<Definition, ReadonlyMap<string, string>>

type Parts = { database: Database; clock: Clock; definitions: Definitions }
type ClaimNamesInput = { projectId: ProjectId; rows: readonly ExecutionRow[] }

export type StepNames = { claim(parts: Parts, input: ClaimNamesInput): Promise<NameRefusals> }

export function createStepNames(): StepNames {
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)
  const eventNames = createNameClaims(EVENT_NAME_LIMIT)
  const stepsByDefinition = new WeakMap<Definition, Step[]>()
  const namingSteps = (definition: Definition) => {
    const known = stepsByDefinition.get(definition)
    if (known) return known
    const found = definition.steps.filter(({ type }) => type === 'UPDATE_CONTACT' || type === 'TRACK_EVENT')
    stepsByDefinition.set(definition, found)
    return found
  }
  const claimOf = async ({ database: { db }, clock }: Parts, projectId: ProjectId, step: Step) => {
    const now = clock.now()
    if (step.type === 'UPDATE_CONTACT') {
      const { data, increment, append } = step.config
      const names = Object.keys({ ...toDataChange(data ?? {}).set, ...increment, ...append })
      await dataKeys.claim(db, { projectId, names, now })
    }
    if (step.type !== 'TRACK_EVENT') return
    await eventNames.claim(db, { projectId, names: [step.config.event], now })
  }
  return {
    async claim(parts, { projectId, rows }) {
      const wanted = rows.map(({ workflow_id: workflowId, version }) => ({ workflowId, version }))
      const definitions = await parts.definitions.load(parts.database.db, { projectId, wanted })
      const nameRefusals = new Map<Definition, Map<string, string>>()
      for (const definition of new Set(definitions)) {
        if (!definition) continue
        for (const step of namingSteps(definition)) {
          const reason = await claimOf(parts, projectId, step).then(() => undefined, reasonOf)
          if (reason === undefined) continue
          nameRefusals.set(
            definition,
            (nameRefusals.get(definition) ?? new Map<string, string>()).set(step.id, reason),
          )
        }
      }
      return nameRefusals
    },
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) throw error
  return error.fields?.[0]?.message ?? error.message
}
