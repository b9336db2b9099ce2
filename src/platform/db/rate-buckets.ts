// Token buckets shared by all nodes: `limit` tokens, refilled evenly over a minute by the clock of the database.
import { sql } from 'kysely'
import type { Db } from './client.ts'

// 25 tokens: one statement for 25 requests of a busy project; 40 lots empty a bucket of 1000.
const LARGEST_LOT = 25

type LotRequest = {
  bucket: string
  limitPerMinute: number
  /** Tokens of the last lot that were not used. */
  unused: number
}

/** One statement: refill by the time passed, put back what was not used, take a lot out of what is there. */
export async function takeLot(
  db: Db,
  { bucket, limitPerMinute, unused }: LotRequest,
): Promise<{ granted: number; tokens: number }> {
  const available = sql`least(${limitPerMinute}::float8, b.tokens + ${unused}::float8
    + greatest(0, extract(epoch from clock_timestamp() - b.refilled_at))::float8 * ${limitPerMinute / 60}::float8)`
  const lotOfAvailable = sql`least(floor(${available}), greatest(1, least(${LARGEST_LOT}, floor(${available} / 20))))`
  const firstLot = Math.min(LARGEST_LOT, Math.max(1, Math.floor(limitPerMinute / 20)))
  const { rows } = await sql<{ granted: number; tokens: number }>`
    insert into rate_buckets as b (bucket, tokens, granted, refilled_at)
    values (${bucket}, ${limitPerMinute - firstLot}, ${firstLot}, clock_timestamp())
    on conflict (bucket) do update set
      tokens = ${available} - ${lotOfAvailable}, granted = ${lotOfAvailable}, refilled_at = clock_timestamp()
    returning granted, tokens`.execute(db)
  return rows[0] ?? { granted: 0, tokens: 0 }
}
