// The groups of holdouts: people who are held back, and all others (migrations/0080).
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { clearNamedCounter } from '../../../platform/db/counters.ts'
import type { ContactId, ProjectId } from '../../../platform/ids.ts'
import { goalCandidates } from '../goal-candidates.ts'
import type { GoalCandidate } from '../goal-candidates.ts'
import type { GoalRef } from '../goals.queries.ts'
import { GROUPS, HELD_PART, OTHERS_PART } from './holdout-result.ts'

type HoldoutShare = { ownerId: string; percent: number; contactId: RawBuilder<unknown> }

/** Whether a contact is held back: the rule of isInShare. */
export const isHeldBack = ({ ownerId, percent, contactId }: HoldoutShare): RawBuilder<unknown> =>
  sql`(hash_share('holdout', ${ownerId}::uuid, ${contactId}) * 100 < ${percent}::int)`

/**
 * Parts of a statement: `members`, the contacts that are now in one of the groups, and `counted`. `chosen` is a query of contact_id
 * and is_held. A contact that is in a group already stays as it is, unless the comparison has begun anew since.
 */
export const insertMembers = (
  { projectId, ownerId, now }: GoalRef & { now: Date },
  chosen: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  members as (
    insert into holdout_members as m (project_id, owner_id, contact_id, is_held, assigned_at)
    select ${projectId}::uuid, ${ownerId}::uuid, contact_id, is_held, ${now}::timestamptz from (${chosen}) as c
    order by contact_id
    on conflict (project_id, owner_id, contact_id) do update
      set is_held = excluded.is_held, assigned_at = excluded.assigned_at
      where m.assigned_at < (select holdout_since from goals
        where project_id = ${projectId}::uuid and owner_id = ${ownerId}::uuid)
    returning m.is_held
  ), counted as (
    insert into counter_deltas (project_id, counter, label, delta)
    select ${projectId}::uuid, 'goals',
      ${ownerId}::text || ' ' || case when is_held then ${HELD_PART}::text else ${OTHERS_PART}::text end || 'people', count(*)
    from members group by 3
  )`

/** Adds contacts to one of the groups. The caller has decided who is in which. */
export async function insertGroup(
  trx: Trx,
  { contactIds, isHeld, ...ref }: GoalRef & { contactIds: readonly ContactId[]; isHeld: boolean; now: Date },
): Promise<void> {
  if (contactIds.length === 0) return
  const chosen = sql`select unnest(${contactIds}::uuid[]) as contact_id, ${isHeld}::boolean as is_held`
  await sql`with ${insertMembers(ref, chosen)} select 1`.execute(trx)
}

/**
 * The groups of the contacts whose events came in time: of a campaign from the selection of its recipients until the window after its
 * last email is over, of a workflow within the window after the contact entered.
 */
export async function findGroupExposures(
  trx: Trx,
  { projectId, candidates }: { projectId: ProjectId; candidates: readonly GoalCandidate[] },
): Promise<{ candidate: number; subjectId: string; parts: string[] }[]> {
  const { rows } = await sql<{ candidate: number; subjectId: string; parts: string[] }>`
    select g.candidate, md5(m.contact_id::text || extract(epoch from m.assigned_at))::uuid as "subjectId",
      array[case when m.is_held then ${HELD_PART}::text else ${OTHERS_PART}::text end] as parts
    from ${goalCandidates(candidates)} as g
    join goals as o on o.project_id = ${projectId} and o.owner_id = g.owner_id and o.holdout_percent is not null
    join holdout_members as m on m.project_id = ${projectId} and m.owner_id = g.owner_id and m.contact_id = g.contact_id
    where m.assigned_at >= o.holdout_since and g.at >= m.assigned_at and case o.kind
      when 'campaign' then coalesce(g.at <= o.until, true)
      else m.assigned_at >= g.begins end`.execute(trx)
  return rows
}

/** Sets the figures of both groups to zero. */
export const clearGroups = (trx: Trx, { projectId, ownerId }: GoalRef): Promise<void> =>
  clearNamedCounter(trx, { projectId, counter: 'goals', name: `${ownerId} ${GROUPS}` })

/** When the contact was held back; undefined if it was not. */
export async function findHeldSince(
  db: Db | Trx,
  { projectId, ownerId, contactId }: GoalRef & { contactId: ContactId },
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select assigned_at as at from holdout_members
    where project_id = ${projectId} and owner_id = ${ownerId} and contact_id = ${contactId} and is_held`.execute(
    db,
  )
  return rows[0]?.at
}

/** Since when the groups of a workflow are counted; null if it has none. */
export async function findHoldoutSince(db: Db | Trx, { projectId, ownerId }: GoalRef): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select holdout_since as since from goals where project_id = ${projectId} and owner_id = ${ownerId}`.execute(
    db,
  )
  return rows[0]?.since ?? null
}

/** Rows of all projects whose windows are over, except of campaigns that still count. Returns whether there may be more. */
export async function deleteOldMembers(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from holdout_members where ctid = any(array(
      select m.ctid from holdout_members as m where m.assigned_at < ${before} and not exists (
        select from goals as g
        where g.project_id = m.project_id and g.owner_id = m.owner_id and g.kind = 'campaign')
      limit ${limit} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0) === limit
}
