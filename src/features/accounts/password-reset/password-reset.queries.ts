import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { PasswordResets } from '../../../platform/db/tables.ts'
import type { PasswordResetId, ProjectId, UserId } from '../../../platform/ids.ts'

/** Replaces the token of a request whose email has not been sent. @returns undefined if it has */
export async function savePasswordReset(
  trx: Trx,
  row: Insertable<PasswordResets>,
): Promise<{ isNew: boolean } | undefined> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into password_resets as r (id, user_id, token_digest, created_at, expires_at)
    values (${row.id}, ${row.user_id}, ${row.token_digest}, ${row.created_at}, ${row.expires_at})
    on conflict (id) do update set token_digest = excluded.token_digest, expires_at = excluded.expires_at
      where r.sent_at is null
    returning xmax = 0 as "isNew"`.execute(trx)
  return rows[0]
}

export async function markPasswordResetSent(
  db: Db,
  { id, now }: { id: PasswordResetId; now: Date },
): Promise<void> {
  await db.updateTable('password_resets').set({ sent_at: now }).where('id', '=', id).execute()
}

/** An unexpired link, and its account. */
export async function findPasswordReset(
  db: Db,
  { digest, now }: { digest: Buffer; now: Date },
): Promise<{ user_id: UserId; email: string; expires_at: Date } | undefined> {
  return db
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.user_id', 'u.email', 'r.expires_at'])
    .where('r.token_digest', '=', digest)
    .where('r.expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns false if there is none: of concurrent requests with one link, only one deletes it. */
export async function deletePasswordReset(
  trx: Trx,
  { digest, now }: { digest: Buffer; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('password_resets')
    .where('token_digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deletePasswordResetsOf(trx: Trx, { userId }: { userId: UserId }): Promise<void> {
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function deleteExpiredPasswordResets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<', now).execute()
}

export type SenderProject = {
  id: ProjectId
  default_from: string
  default_from_name: string | null
}

// Each costs a statement until one may send. An installation with more projects has had one that may for long.
const MOST_SENDERS = 100

/** The projects with a default sender, oldest first: those of a member, or of all. */
export async function listSenderProjects(
  db: Db,
  { userId }: { userId?: UserId | undefined } = {},
): Promise<SenderProject[]> {
  const isOfMember =
    userId === undefined
      ? sql`true`
      : sql`exists (select from members as m where m.project_id = p.id and m.user_id = ${userId})`
  const { rows } = await sql<SenderProject>`
    select p.id, p.default_from, p.default_from_name from projects as p
    where p.default_from is not null and p.disabled_at is null and ${isOfMember}
    order by p.id limit ${MOST_SENDERS}`.execute(db)
  return rows
}
