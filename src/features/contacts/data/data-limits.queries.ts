// What the constraints contacts_data_size and contacts_data_keys of the table allow (migrations/0044 and 0017), as a
// condition: for statements that others share, and that must not fail for the sake of one row.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { LARGEST_DATA_BYTES, MOST_KEYS } from '../contacts.schema.ts'

// Keys are counted only from so many bytes on: a thousand of them need more.
const COUNTED_FROM_BYTES = 8_000

/** Whether the table takes this as the data of a contact, and even so much more. */
export function fitsContact(
  data: RawBuilder<unknown>,
  spare: { bytes: number; keys: number } = { bytes: 0, keys: 0 },
): RawBuilder<unknown> {
  const bytes = sql`octet_length((${data})::text)`
  const most = sql.lit(LARGEST_DATA_BYTES - spare.bytes)
  // The second half is asked only of what PostgreSQL writes longer than callers do.
  return sql`((${bytes} <= ${most} or (${bytes} <= ${sql.lit(2 * LARGEST_DATA_BYTES)} and data_json_bytes(${data}) <= ${most}))
    and (${bytes} < ${sql.lit(COUNTED_FROM_BYTES)} or data_key_count(${data}) <= ${sql.lit(MOST_KEYS - spare.keys)}))`
}
