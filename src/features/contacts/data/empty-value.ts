import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** A condition on contacts: no value, or an empty text, at this path of their data. An empty path is one that nobody has. */
export const isEmptyAt = (path: readonly string[]): RawBuilder<unknown> =>
  path.length === 0 ? sql`true` : sql`coalesce(contacts.data #>> ${path}::text[], '') = ''`
