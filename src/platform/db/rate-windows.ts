// How much each caller was granted in the last minute, shared by all nodes and counted by the clock of the database. A grant
// counts from the last moment at which it may be used, and until every 60 seconds that contain that moment are over: so never
// more than the limit passes in any 60 seconds, whatever the nodes do with their grants within their lifetime.
import { sql } from 'kysely'
import type { Db } from './client.ts'

/** How long a node may use what it was granted. Longer saves statements, and keeps from others what nobody uses. */
export const GRANT_LIFETIME_MS = 500

// A slot counts until it is wholly older than a minute: shorter ones let callers have their whole minute, and make rows longer.
const SLOT_MS = 250

// One statement for 25 requests of a busy project; 40 grants use up a limit of 1000.
const LARGEST_GRANT = 25

type GrantRequest = {
  key: string
  limitPerMinute: number
  /** What is left to others: a grant goes one request into this reserve at most, and with less left there is none. */
  reserve: number
  /** What was not used of the last grant, and its slot. */
  unused: number
  unusedSlot: number
}

/** `left` in the minute beside the grant; `waitMs` until something is granted again, if nothing was. */
export type Grant = { granted: number; left: number; slot: number; waitMs: number }

export async function takeGrant(db: Db, request: GrantRequest): Promise<Grant> {
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

// A window is empty again after a minute, which is what a missing row means too. The rest is a margin.
const IDLE_MINUTES = 5

// Rows per statement: a client whose window is just being deleted waits for it, so a statement takes milliseconds.
const PRUNED_AT_ONCE = 5_000

/** Deletes the windows that nobody has used for minutes, walking once along the primary key. */
export async function deleteIdleWindows(db: Db): Promise<void> {
  let after: string | null = ''
  while (after !== null) after = await deleteIdleAfter(db, after)
}

/** The last window that was looked at; null at the end. */
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
