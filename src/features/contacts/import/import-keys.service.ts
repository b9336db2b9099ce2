// Claims the new data keys of an imported file, per batch, before it is written. If a key exceeds the limit of the project, the
// rows that use it fail and the others are imported.
import type { Db } from '../../../platform/db/client.ts'
import { createNameClaims, tooManyNames } from '../../../platform/db/known-names/known-names.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { RowError } from '../../operations/index.ts'
import { DATA_KEY_LIMIT } from '../data/data-keys.queries.ts'

type Batch = {
  keys: ReadonlySet<string>
  contacts: Map<string, { data: Record<string, unknown>; fileRows: number[] }>
  errors: RowError[]
  failed: number
}

export type ImportKeys = (batch: Batch, now: Date) => Promise<void>

/** Claims the keys of a batch, and removes the rows whose keys were refused. */
export function createImportKeys(db: Db, projectId: ProjectId): ImportKeys {
  const dataKeys = createNameClaims(DATA_KEY_LIMIT)
  return async (batch, now) => {
    const refused = await dataKeys.claimUpToLimit(db, { projectId, names: batch.keys, now })
    if (refused.size > 0) dropRows(batch, refused)
  }
}

function dropRows(batch: Batch, refused: ReadonlySet<string>): void {
  const message = tooManyNames(DATA_KEY_LIMIT)
  for (const [email, { data, fileRows }] of batch.contacts) {
    const field = Object.keys(data).find((key) => refused.has(key))
    if (field === undefined) continue
    batch.contacts.delete(email)
    batch.failed += fileRows.length
    for (const row of fileRows) batch.errors.push({ row, field, message })
  }
}
