import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

/** A record that others need; `membership`: the tracked membership of a segment. */
export type UsedRecord = {
  kind: 'segment' | 'domain' | 'template' | 'membership' | 'topic' | 'partial' | 'coupon_list'
  id: string
}
/** A record that needs another. */
export type UsingRecord = { kind: UserKind; id: string }

/** Templates and partials use partials and coupon lists only. */
type UserKind = 'campaign' | 'recurring_campaign' | 'workflow' | 'form' | 'template' | 'partial'

type UsingRecordRef = { projectId: ProjectId; user: UsingRecord }

type Kind = UsedRecord['kind']

/** Replaces the records of this kind that the user needs. The caller has locked their rows (FOR SHARE). */
export async function replaceUses(
  trx: Trx,
  { projectId, user, kind, ids }: UsingRecordRef & { kind: Kind; ids: readonly string[] },
): Promise<void> {
  await deleteUses(trx, { projectId, user, kind })
  await sql`
    insert into uses (project_id, kind, used_id, user_kind, user_id)
    select distinct ${projectId}::uuid, ${kind}, id, ${user.kind}, ${user.id}::uuid
    from unnest(${ids}::uuid[]) as g (id)`.execute(trx)
}

type NewCouponList = { projectId: ProjectId; listId: string; key: string }

/** Records what names a new coupon list already (migrations/0092), so that it cannot be deleted. */
export async function insertUsesOfCouponList(
  trx: Trx,
  { projectId, listId, key }: NewCouponList,
): Promise<void> {
  await sql`
    insert into uses (project_id, kind, used_id, user_kind, user_id)
    select ${projectId}, 'coupon_list', ${listId}, kind, id
    from coupon_list_users(${projectId}, ${key}) on conflict do nothing`.execute(trx)
}

/** Deletes the uses of this kind, or all. */
export async function deleteUses(
  trx: Db | Trx,
  { projectId, user, kind }: UsingRecordRef & { kind?: Kind },
): Promise<void> {
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`
  await sql`
    delete from uses
    where project_id = ${projectId} and user_kind = ${user.kind}
      and user_id = ${user.id} ${ofKind}`.execute(trx)
}

/** A record that uses one of these; the first of `ids` in use decides. */
export async function findUsingRecord(
  trx: Trx,
  { projectId, kind, ids }: { projectId: ProjectId; kind: Kind; ids: readonly string[] },
): Promise<(UsingRecord & { usedId: string }) | undefined> {
  const { rows } = await sql<UsingRecord & { usedId: string }>`
    select user_kind as kind, user_id as id, used_id as "usedId" from uses
    where project_id = ${projectId} and kind = ${kind} and used_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], used_id) limit 1`.execute(trx)
  return rows[0]
}

/** The kinds of records that can use one of this kind. */
type UserOf<Used extends Kind> = Used extends 'partial' | 'coupon_list'
  ? Exclude<UserKind, 'form'>
  : Exclude<UserKind, 'template' | 'partial'>

export type NamedUsingRecord<Used extends Kind = Kind> = {
  kind: UserOf<Used>
  id: string
  usedId: string
  name: string
}

// More than a line of a list can show; a single one already prevents deletion.
const MOST_USERS = 20

/** The records that use these, with their names; at most 20 for each, oldest first. */
export async function listUsingRecords<Used extends Kind>(
  db: Db | Trx,
  { projectId, kind, ids }: { projectId: ProjectId; kind: Used; ids: readonly string[] },
): Promise<NamedUsingRecord<Used>[]> {
  const { rows } = await sql<NamedUsingRecord<Used>>`
    select used.id as "usedId", u.user_kind as kind, u.user_id as id, coalesce(c.name, r.name, w.name, f.name, t.name, p.key, '') as name
    from unnest(${ids}::uuid[]) as used (id)
    cross join lateral (
      select user_kind, user_id from uses
      where project_id = ${projectId} and kind = ${kind} and used_id = used.id
      order by user_id limit ${MOST_USERS}
    ) as u
    left join campaigns as c on u.user_kind = 'campaign' and c.project_id = ${projectId} and c.id = u.user_id
    left join recurring_campaigns as r
      on u.user_kind = 'recurring_campaign' and r.project_id = ${projectId} and r.id = u.user_id
    left join workflows as w on u.user_kind = 'workflow' and w.project_id = ${projectId} and w.id = u.user_id
    left join forms as f on u.user_kind = 'form' and f.project_id = ${projectId} and f.id = u.user_id
    left join templates as t on u.user_kind = 'template' and t.project_id = ${projectId} and t.id = u.user_id
    left join partials as p on u.user_kind = 'partial' and p.project_id = ${projectId} and p.id = u.user_id
    order by u.user_id`.execute(db)
  return rows
}

/** How many records use each of these; those without a user are left out. */
export async function countUsingRecords(
  db: Db | Trx,
  { projectId, kind, ids }: { projectId: ProjectId; kind: Kind; ids: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select used_id as id, count(*) as count from uses
    where project_id = ${projectId} and kind = ${kind} and used_id = any(${ids}::uuid[]) group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
