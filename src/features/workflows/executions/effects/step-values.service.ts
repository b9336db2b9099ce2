// The data of UPDATE_CONTACT and TRACK_EVENT steps with its Liquid evaluated. Like emails, it is built in a thread, outside
// of transactions: an execution whose data is not ready is put back until it is.
import { hash } from 'node:crypto'
import { createByteCache } from '../../../../platform/caches/byte-cache.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { ProjectId } from '../../../../platform/ids.ts'
import { LARGEST_DATA_BYTES } from '../../../contacts/contacts.schema.ts'
import { fillValuesInThread, hasLiquidIn, syntaxMessageOf } from '../../../templates/index.ts'

type Values = Record<string, unknown>

export type WantedValues = { key: string; projectId: ProjectId; values: Values; variables: Values }

export type StepValues = {
  /** Undefined if there is no Liquid to evaluate. */
  wanted(given: Omit<WantedValues, 'key'>): WantedValues | undefined
  find(wanted: WantedValues): Values | undefined
  /** Evaluates it. Returns the reason if that fails. */
  make(wanted: WantedValues): Promise<string | undefined>
}

// A batch of fifty executions with the largest data there is, several times.
const CACHE_BYTES = 16_000_000

// Long enough between two transactions of one batch, and short because a value may depend on `now`.
const LIFETIME_MS = 60_000

export function createStepValues({ threads, clock }: Pick<Deps, 'threads' | 'clock'>): StepValues {
  const cache = createByteCache<{ values: Values; madeAt: number; bytes: number }>({ maxBytes: CACHE_BYTES })
  const withLiquid = new WeakMap<Values, boolean>()
  return {
    wanted({ projectId, values, variables }) {
      const isLiquid = withLiquid.get(values) ?? hasLiquidIn(values)
      withLiquid.set(values, isLiquid)
      if (!isLiquid) return undefined
      const key = hash('sha256', JSON.stringify([projectId, values, variables]), 'base64')
      return { key, projectId, values, variables }
    },
    find({ key }) {
      const known = cache.find(key)
      return known && clock.now().getTime() - known.madeAt < LIFETIME_MS ? known.values : undefined
    },
    async make({ key, projectId, values, variables }) {
      const input = { projectId, values, variables }
      const filled = await fillValuesInThread(threads, input).catch(syntaxMessageOf)
      if (typeof filled === 'string') return filled
      const bytes = Buffer.byteLength(JSON.stringify(filled))
      if (bytes > LARGEST_DATA_BYTES) return TOO_LARGE
      cache.add(key, { values: filled, madeAt: clock.now().getTime(), bytes: 2 * bytes + 1_000 })
      return undefined
    },
  }
}

const TOO_LARGE = `The data of the step is larger than ${LARGEST_DATA_BYTES / 1024} kB after its Liquid is evaluated.`
