// Token buckets shared by all nodes: `limit` tokens, refilled evenly over a minute by the clock of the database.
import { sql } from 'kysely'
import type { Db } from './client.ts'

// 25 tokens: one statement for 25 requests of a busy project; 40 batches empty a bucket of 1000.
const LARGEST_BATCH = 25

type BatchRequest = {
  bucket: string
  limitPerMinute: number
  /** Tokens of the last batch that were not used. */
  unused: number
  /** Tokens that are left to others: a batch goes one token into this reserve at most, and with less there is none. */
  reserve: number
}

/**
 * One statement: refill by the time passed, put back what was not used, take a batch out of what is there. The clock is
 * read once the row is locked: the time at which the statement began could lie before the last refill.
 */
export async function takeBatch(
  db: Db,
  { bucket, limitPerMinute, unused, reserve }: BatchRequest,
): Promise<{ granted: number; tokens: number }> {
  const firstBatch = Math.min(LARGEST_BATCH, Math.max(1, Math.floor((limitPerMinute - reserve) / 20)))
  const { rows } = await sql<{ granted: number; tokens: number }>`
    insert into rate_buckets as b (bucket, tokens, granted, refilled_at)
    values (${bucket}, ${limitPerMinute - firstBatch}, ${firstBatch}, clock_timestamp())
    on conflict (bucket) do update set (tokens, granted, refilled_at) = (
      select available - batch, batch, at
      from (select clock_timestamp() as at) as clock,
        lateral (select least(${limitPerMinute}::float8, b.tokens + ${unused}::float8
          + greatest(0, extract(epoch from at - b.refilled_at))::float8 * ${limitPerMinute / 60}::float8
        ) as available) as level,
        lateral (select available - ${reserve}::float8 as spare) as above,
        lateral (select case when spare < 0 then 0 else least(
          floor(available), floor(spare) + 1, greatest(1, least(${LARGEST_BATCH}, floor(spare / 20)))
        ) end as batch) as choice
    )
    returning granted, tokens`.execute(db)
  return rows[0] ?? { granted: 0, tokens: 0 }
}

// A bucket is full again after a minute, which is what a missing row means too. The rest is a margin.
const IDLE_MINUTES = 5

// Rows per statement: a client whose bucket is just being deleted waits for it, so a statement takes milliseconds.
const PRUNED_AT_ONCE = 5_000

/** Deletes the buckets that nobody has used for minutes, walking once along the primary key. */
export async function deleteIdleBuckets(db: Db): Promise<void> {
  let after: string | null = ''
  while (after !== null) after = await deleteIdleAfter(db, after)
}

/** The last bucket that was looked at; null at the end. */
async function deleteIdleAfter(db: Db, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with looked_at as materialized (
      select bucket from rate_buckets where bucket > ${after} order by bucket limit ${PRUNED_AT_ONCE}
    ), deleted as (
      delete from rate_buckets as b using looked_at as l
      where b.bucket = l.bucket and b.refilled_at < now() - make_interval(mins => ${IDLE_MINUTES})
    )
    select max(bucket) as last from looked_at`.execute(db)
  return rows[0]?.last ?? null
}
