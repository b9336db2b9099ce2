// Definitions that executions follow. A version that has been enabled never changes, so each node caches them.
import { createByteCache } from '../../../platform/caches/byte-cache.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { Definition } from '../definition.schema.ts'
import { listDefinitions } from './executions.queries.ts'
import type { VersionRef } from './executions.queries.ts'

export type Definitions = {
  /** In the order of `wanted`; undefined for a deleted workflow. */
  load(
    db: Db | Trx,
    query: { projectId: ProjectId; wanted: readonly VersionRef[] },
  ): Promise<(Definition | undefined)[]>
}

// Some thousand workflows of the usual size.
const CACHE_BYTES = 64_000_000

// Memory of a parsed document relative to its text.
const TIMES_ITS_TEXT = 6

/** Short, because one event may look up a thousand; the project is compared separately. */
const keyOf = ({ workflowId, version }: VersionRef) => `${workflowId} ${version}`

export function createDefinitions(): Definitions {
  const cache = createByteCache<{ projectId: ProjectId; definition: Definition; bytes: number }>({
    maxBytes: CACHE_BYTES,
  })
  return {
    async load(db, { projectId, wanted }) {
      const known = wanted.map((ref) => {
        const found = cache.find(keyOf(ref))
        return found?.projectId === projectId ? found.definition : undefined
      })
      if (!known.includes(undefined)) return known
      const unknown = new Map(wanted.filter((_, index) => !known[index]).map((ref) => [keyOf(ref), ref]))
      const read = new Map<string, Definition>()
      for (const { ref, definition } of await listDefinitions(db, {
        projectId,
        wanted: [...unknown.values()],
      })) {
        const bytes = JSON.stringify(definition).length * TIMES_ITS_TEXT
        read.set(keyOf(ref), cache.add(keyOf(ref), { projectId, definition, bytes }).definition)
      }
      return wanted.map((ref, index) => known[index] ?? read.get(keyOf(ref)))
    },
  }
}
