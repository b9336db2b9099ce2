// Definitions that executions follow. A version that has been enabled never changes, so each node keeps those that it
// has read.
import { createByteCache } from '../../../platform/caches/byte-cache.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ProjectId, WorkflowId } from '../../../platform/ids.ts'
import type { Definition } from '../definition.schema.ts'
import { listDefinitions } from './executions.queries.ts'

export type VersionRef = { workflowId: WorkflowId; version: number }

export type Definitions = {
  /** By keyOf; those of a workflow that has been deleted are missing. */
  load(
    db: Db | Trx,
    asked: { projectId: ProjectId; wanted: readonly VersionRef[] },
  ): Promise<Map<string, Definition>>
}

export const versionKey = ({ workflowId, version }: VersionRef): string => `${workflowId} ${version}`

// Some thousand workflows of the usual size.
const CACHE_BYTES = 64_000_000

// What a parsed document takes, compared with its text.
const TIMES_ITS_TEXT = 6

export function createDefinitions(): Definitions {
  const cache = createByteCache<{ definition: Definition; bytes: number }>({ maxBytes: CACHE_BYTES })
  return {
    async load(db, { projectId, wanted }) {
      const found = new Map<string, Definition>()
      const unknown = new Map<string, VersionRef>()
      for (const ref of wanted) {
        const key = versionKey(ref)
        const known = cache.find(`${projectId} ${key}`)
        if (known) found.set(key, known.definition)
        else unknown.set(key, ref)
      }
      if (unknown.size === 0) return found
      for (const [key, definition] of await listDefinitions(db, {
        projectId,
        wanted: [...unknown.values()],
      })) {
        const bytes = JSON.stringify(definition).length * TIMES_ITS_TEXT
        found.set(key, cache.add(`${projectId} ${key}`, { definition, bytes }).definition)
      }
      return found
    },
  }
}
