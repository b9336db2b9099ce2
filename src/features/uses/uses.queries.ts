import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

/** A record that others need; `membership`: the tracked membership of a segment. */
export type UsedRecord = { kind: 'segment' | 'domain' | 'template' | 'membership' | 'topic'; id: string }
/** A record that needs another. */
export type UsingRecord = { kind: 'campaign' | 'recurring_campaign' | 'workflow' | 'form'; id: string }

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

export type NamedUsingRecord = UsingRecord & { usedId: string; name: string }

// More than a line of a list can show; a single one already prevents deletion.
const MOST_USERS = 20

/** The records that use these, with their names; at most 20 for each, oldest first. */
export async function listUsingRecords(
  db: Db | Trx,
  { projectId, kind, ids }: { projectId: ProjectId; kind: Kind; ids: readonly string[] },
): Promise<NamedUsingRecord[]> {
  const { rows } = await sql<NamedUsingRecord>`
    select used.id as "usedId", u.user_kind as kind, u.user_id as id, coalesce(c.name, r.name, w.name, f.name, '') as name
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
    order by u.user_id`.execute(db)
  return rows
}
