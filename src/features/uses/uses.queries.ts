import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

/** A record that others need, or with `membership` that a segment records who enters and leaves. */
export type Used = { kind: 'segment' | 'domain' | 'template' | 'membership'; id: string }
/** What needs it. */
export type User = { kind: 'campaign' | 'workflow'; id: string }

type UserRef = { projectId: ProjectId; user: User }

type Kind = Used['kind']

/** Makes these the records of their kind that the user needs, and no others. The caller holds their rows (FOR SHARE). */
export async function replaceUses(
  trx: Trx,
  { projectId, user, kind, ids }: UserRef & { kind: Kind; ids: readonly string[] },
): Promise<void> {
  await deleteUses(trx, { projectId, user, kind })
  await sql`
    insert into uses (project_id, kind, used_id, user_kind, user_id)
    select distinct ${projectId}::uuid, ${kind}, id, ${user.kind}, ${user.id}::uuid
    from unnest(${ids}::uuid[]) as g (id)`.execute(trx)
}

/** The user needs nothing of this kind any more, or nothing at all. */
export async function deleteUses(
  trx: Db | Trx,
  { projectId, user, kind }: UserRef & { kind?: Kind },
): Promise<void> {
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`
  await sql`
    delete from uses
    where project_id = ${projectId} and user_kind = ${user.kind} and user_id = ${user.id} ${ofKind}`.execute(
    trx,
  )
}

/** One of those who need any of the records, if there is one; of the first that is needed. */
export async function findUser(
  trx: Trx,
  { projectId, kind, ids }: { projectId: ProjectId; kind: Kind; ids: readonly string[] },
): Promise<(User & { usedId: string }) | undefined> {
  const { rows } = await sql<User & { usedId: string }>`
    select user_kind as kind, user_id as id, used_id as "usedId" from uses
    where project_id = ${projectId} and kind = ${kind} and used_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], used_id) limit 1`.execute(trx)
  return rows[0]
}

export type NamedUser = User & { usedId: string; name: string }

// More than anybody reads in one line of a list; deleting is refused for one as for many.
const MOST_USERS = 20

type Asked = { projectId: ProjectId; kind: Kind; ids: readonly string[] }

/** Who needs these records, by name; at most 20 of each record, oldest first. */
export async function listUsers(db: Db | Trx, { projectId, kind, ids }: Asked): Promise<NamedUser[]> {
  const { rows } = await sql<NamedUser>`
    select used.id as "usedId", u.user_kind as kind, u.user_id as id, coalesce(c.name, w.name, '') as name
    from unnest(${ids}::uuid[]) as used (id)
    cross join lateral (
      select user_kind, user_id from uses
      where project_id = ${projectId} and kind = ${kind} and used_id = used.id
      order by user_id limit ${MOST_USERS}
    ) as u
    left join campaigns as c on u.user_kind = 'campaign' and c.project_id = ${projectId} and c.id = u.user_id
    left join workflows as w on u.user_kind = 'workflow' and w.project_id = ${projectId} and w.id = u.user_id
    order by u.user_id`.execute(db)
  return rows
}
