import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'

/** A record that others need. */
export type Used = { kind: 'segment' | 'domain' | 'template'; id: string }
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

/** One of those who need the record, if there is any. */
export async function findUser(
  trx: Trx,
  { projectId, used }: { projectId: ProjectId; used: Used },
): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select user_kind as kind, user_id as id from uses
    where project_id = ${projectId} and kind = ${used.kind} and used_id = ${used.id} limit 1`.execute(trx)
  return rows[0]
}
