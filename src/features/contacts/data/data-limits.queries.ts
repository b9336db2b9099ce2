// The constraints contacts_data_size and contacts_data_keys of the table (migrations/0044 and 0017) as a condition, for shared
// statements, which must not fail because of one row.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { LARGEST_DATA_BYTES, MOST_KEYS } from '../contacts.schema.ts'

// Keys are counted only above this size: a thousand keys take more.
const COUNTED_FROM_BYTES = 8_000

/** Whether the table accepts this as the data of a contact, with `reserve` left over. */
export function fitsContact(
  data: RawBuilder<unknown>,
  reserve: { bytes: number; keys: number } = { bytes: 0, keys: 0 },
): RawBuilder<unknown> {
  const bytes = sql`octet_length((${data})::text)`
  const most = sql.lit(LARGEST_DATA_BYTES - reserve.bytes)
  // The second half applies only where PostgreSQL's text is longer than the caller's.
  return sql`((${bytes} <= ${most} or (${bytes} <= ${sql.lit(2 * LARGEST_DATA_BYTES)} and data_json_bytes(${data}) <= ${most}))
    and (${bytes} < ${sql.lit(COUNTED_FROM_BYTES)} or data_key_count(${data}) <= ${sql.lit(MOST_KEYS - reserve.keys)}))`
}
