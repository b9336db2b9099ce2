import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { listContacts, readContactFields } from './contacts.queries.ts'
import type { Filter } from './contacts.queries.ts'
import { headerOf } from './csv-columns.ts'
import { csvLine } from './csv-write.ts'

// Rows a statement: the stream holds one page in memory.
const PAGE_ROWS = 1000

/** All matching contacts as CSV that an import takes back: email, subscribed, then one column a key of `data`. */
export async function* exportContacts(
  db: Db | Trx,
  { projectId, filter }: { projectId: ProjectId; filter: Filter },
): AsyncGenerator<string> {
  const keys = [...new Set((await readContactFields(db, { projectId })).map((field) => field.key))].toSorted()
  yield csvLine(['email', 'subscribed', ...keys.map(headerOf)])
  for (let before: string | undefined; ;) {
    const { rows, hasMore } = await listContacts(db, { projectId, filter, limit: PAGE_ROWS, before })
    yield rows
      .map(({ email, subscribed, data }) =>
        csvLine([email, subscribed, ...keys.map((key) => (data as Record<string, unknown>)[key])]),
      )
      .join('')
    if (!hasMore) return
    before = rows.at(-1)?.id
  }
}
