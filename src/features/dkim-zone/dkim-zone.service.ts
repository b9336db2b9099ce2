import type { Db, Trx } from '../../platform/db/client.ts'
import { listZoneKeys, placeOfZoneKey } from '../domains/index.ts'
import { zoneLine } from './zone-record.ts'

// Some hundred kilobytes.
const PIECE_ROWS = 500

/** All records as lines of a zone file, in pieces. */
export async function* zoneLines(db: Db | Trx, { now }: { now: Date }): AsyncGenerator<string> {
  let after: string | undefined
  for (let isMore = true; isMore;) {
    const { rows, hasMore } = await listZoneKeys(db, { now, limit: PIECE_ROWS, after })
    if (rows.length > 0) yield rows.map(zoneLine).join('')
    const last = rows.at(-1)
    after = last && placeOfZoneKey(last)
    isMore = hasMore
  }
}
