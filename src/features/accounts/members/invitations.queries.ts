import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { countRows, readPage } from '../../../platform/db/page.ts'
import type { Page } from '../../../platform/db/page.ts'
import type { Invitations } from '../../../platform/db/tables.ts'
import type { InvitationId, ProjectId } from '../../../platform/ids.ts'

export type InvitationRow = Selectable<Invitations>

export async function listInvitations(
  db: Db | Trx,
  input: { projectId: ProjectId; limit: number; before?: string | undefined; now: Date },
): Promise<Page<InvitationRow>> {
  const { projectId, limit, before, now } = input
  const query = db
    .selectFrom('invitations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('expires_at', '>', now)
  return readPage(query, { limit, before })
}

export const countInvitations = (
  db: Db | Trx,
  { projectId, now }: { projectId: ProjectId; now: Date },
): Promise<number> => countRows(db, sql`invitations where project_id = ${projectId} and expires_at > ${now}`)

/** A second invitation to the same address replaces the first: its link stops working. */
export async function replaceInvitation(db: Db | Trx, row: Insertable<Invitations>): Promise<InvitationRow> {
  const { project_id: _project, email: _email, ...values } = row
  return db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'email']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Without the project, because an invited person has nothing but the link. */
export async function findInvitation(
  db: Db | Trx,
  { digest, now }: { digest: Buffer; now: Date },
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('token_digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The open invitations of an address, in the order of their projects. */
export async function listInvitationsOf(
  db: Db | Trx,
  { email, now }: { email: string; now: Date },
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('project_id')
    .execute()
}

/** Returns false if there is none: of concurrent requests that accept it, only one deletes it. */
export async function deleteInvitation(
  db: Db | Trx,
  { projectId, invitationId }: { projectId: ProjectId; invitationId: InvitationId },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('project_id', '=', projectId)
    .where('id', '=', invitationId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteOldInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', now).execute()
}
