// The requests granted to each client in the last minute, shared by all nodes and measured by the clock of the database. A
// grant counts from the last moment at which it can be used until no 60 seconds contain that moment: so never more than the
// limit passes in any 60 seconds, however the nodes use their grants.
import { sql } from 'kysely'
import type { Db } from './client.ts'

/** How long a node may use a grant. Longer saves statements, but withholds unused requests from other nodes. */
export const GRANT_LIFETIME_MS = 500

// A slot counts until all of it is older than a minute: shorter slots let clients use their whole minute, and make rows
// longer.
const SLOT_MS = 250

// One statement for 25 requests of a busy project; 40 grants use up a limit of 1000.
const LARGEST_GRANT = 25

type GrantRequest = {
  key: string
  limitPerMinute: number
  /** Requests reserved for others: a grant goes at most one request into this reserve, and with less left there is none. */
  reserve: number
  /** The unused rest of the last grant, and its slot. */
  unused: number
  unusedSlot: number
}

/**
 * `left`: requests left in the minute after the grant; `waitMs`: until the next grant is possible, if nothing was granted.
 */
export type Grant = { granted: number; left: number; slot: number; waitMs: number }

export async function requestGrant(db: Db, request: GrantRequest): Promise<Grant> {
  const { key, limitPerMinute, reserve, unused, unusedSlot } = request
  const { rows } = await sql<{ granted: number; free: number; slot: string; wait_slots: number }>`
    select granted, free, slot::text, wait_slots
    from take_requests(${key}, ${limitPerMinute}, ${reserve}, ${unused}, ${unusedSlot},
      slot_ms => ${SLOT_MS}, ahead => ${GRANT_LIFETIME_MS / SLOT_MS}, largest => ${LARGEST_GRANT})`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('take_requests returned no row')
  return {
    granted: row.granted,
    left: row.free,
    slot: Number(row.slot),
    waitMs: row.wait_slots * SLOT_MS,
  }
}

// A window is empty after a minute, like a missing row. The rest is a margin.
const IDLE_MINUTES = 5

// Rows per statement: a client whose window is being deleted waits for it, so a statement must take only milliseconds.
const PRUNED_AT_ONCE = 5_000

/** Deletes the windows unused for minutes, in one pass along the primary key. */
export async function deleteIdleWindows(db: Db): Promise<void> {
  let after: string | null = ''
  while (after !== null) after = await deleteIdleAfter(db, after)
}

/** Returns the last window it examined; null at the end. */
async function deleteIdleAfter(db: Db, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with looked_at as materialized (
      select key from rate_windows where key > ${after} order by key limit ${PRUNED_AT_ONCE}
    ), deleted as (
      delete from rate_windows as w using looked_at as l
      where w.key = l.key
        and w.newest < extract(epoch from now() - make_interval(mins => ${IDLE_MINUTES})) * ${1000 / SLOT_MS}
    )
    select max(key) as last from looked_at`.execute(db)
  return rows[0]?.last ?? null
}
