import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Database, Db, Trx } from '../../../platform/db/client.ts'
import type { Sessions } from '../../../platform/db/tables.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { ProjectId, SessionId, UserId } from '../../../platform/ids.ts'

export type SessionRow = {
  id: SessionId
  user_id: UserId
  email: string
  name: string
  expires_at: Date
  updated_at: Date
  role: string | null
  disabled_at: Date | null
  /** The state of the last move of a disabled project to or from another installation. */
  move_state: string | null
}

/** An unexpired session, with the role of its user in the project. */
export async function findSessionRow(
  database: Database,
  { token, projectId, now }: { token: string; projectId: ProjectId | undefined; now: Date },
): Promise<SessionRow | undefined> {
  const [row] = await executePrepared(
    database,
    'living-session',
    sql<SessionRow>`
      select s.id, u.id as user_id, u.email, u.name, s.expires_at, s.updated_at, m.role, p.disabled_at,
        case when p.disabled_at is not null then (
          select state from project_moves where project_id = p.id order by epoch desc limit 1) end as move_state
      from sessions as s join users as u on u.id = s.user_id
        left join members as m on m.user_id = u.id and m.project_id = ${projectId ?? null}::uuid
        left join projects as p on p.id = m.project_id
      where s.token = ${token} and s.expires_at > ${now}`,
  )
  return row
}

export async function findUserOfSession(
  trx: Trx,
  { token }: { token: string },
): Promise<{ id: UserId; email: string } | undefined> {
  return trx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email'])
    .where('s.token', '=', token)
    .executeTakeFirst()
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db.deleteFrom('verifications').where('expires_at', '<', now).execute()
  await db.deleteFrom('sign_in_failures').where('ends_at', '<', now).execute()
}

export async function deleteSession(db: Db | Trx, { token }: { token: string }): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute()
}

/** Notes that a session is in use. Only the first of concurrent requests writes. */
export async function touchSession(
  db: Db,
  { sessionId, now, unlessAfter }: { sessionId: SessionId; now: Date; unlessAfter: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updated_at: now })
    .where('id', '=', sessionId)
    .where('updated_at', '<', unlessAfter)
    .execute()
}

export type OwnSessionRow = Pick<
  Selectable<Sessions>,
  'id' | 'ip_address' | 'user_agent' | 'created_at' | 'updated_at' | 'expires_at'
>

// Browsers that are signed in within a week; nobody has more.
const MOST_SESSIONS = 100

/** The unexpired sessions of a user, the last used first. */
export async function listSessionsOf(
  db: Db | Trx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<OwnSessionRow[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .limit(MOST_SESSIONS)
    .execute()
}

/** Returns false if the user has no such session. */
export async function deleteSessionOf(
  trx: Trx,
  { userId, sessionId }: { userId: UserId; sessionId: SessionId },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns how many there were. */
export async function deleteOtherSessionsOf(
  trx: Trx,
  { userId, sessionId }: { userId: UserId; sessionId: SessionId },
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteSessionsOf(trx: Trx, { userId }: { userId: UserId }): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Forgets the browsers that skip the second factor, and the sign-ins that wait for it. */
export async function deleteVerificationsOf(trx: Trx, { userId }: { userId: UserId }): Promise<void> {
  await trx.deleteFrom('verifications').where('value', '=', userId).execute()
}

export async function deleteTwoFactor(trx: Trx, { userId }: { userId: UserId }): Promise<void> {
  await trx.deleteFrom('two_factors').where('user_id', '=', userId).execute()
  await trx.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
}

type AttemptInput = { subjects: readonly Buffer[]; now: Date; endsAt: Date }
type Failures = { subject: Buffer; failures: number; ends_at: Date }

/** Counts an attempt as failed before it is made, so that concurrent attempts count like consecutive ones. */
export async function countAttempt(db: Db, { subjects, now, endsAt }: AttemptInput): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    insert into sign_in_failures as f (subject, failures, ends_at)
    select subject, 1, ${endsAt} from unnest(${subjects}::bytea[]) as attempted (subject) order by subject
    on conflict (subject) do update set
      failures = case when f.ends_at <= ${now} then 1 else f.failures + 1 end,
      ends_at = case when f.ends_at <= ${now} then excluded.ends_at else f.ends_at end
    returning subject, failures, ends_at`.execute(db)
  return rows
}

/** Undoes the count of an attempt that was not a failure. The counts of `cleared` are deleted. */
export async function uncountAttempt(
  db: Db | Trx,
  { counted, cleared }: { counted: readonly Buffer[]; cleared: readonly Buffer[] },
): Promise<void> {
  await sql`
    with forgotten as (delete from sign_in_failures where subject = any(${cleared}::bytea[]))
    update sign_in_failures set failures = greatest(0, failures - 1) where subject = any(${counted}::bytea[])
  `.execute(db)
}
