import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId, SessionId, UserId } from '../../../platform/ids.ts'
import type { Role } from '../../../platform/access/member-role.values.ts'
import { refuseMoving } from '../../projects/index.ts'
import { findSessionRow, touchSession } from './sessions.queries.ts'
import { sessionSecret, tokenOf } from './session-cookie.ts'

// How exact the last use of a session is: one write per session in this time.
const USE_NOTED_MS = 10 * 60_000

export type Session = {
  user: { id: UserId; email: string; name: string; sessionId: SessionId; sessionExpiresAt: Date }
  membership: { projectId: ProjectId; role: Role; isProjectDisabled: boolean } | undefined
}

/** Finds the signed-in user by the value of the session cookie, and their role in the project. */
export function createSessionReader(deps: Pick<Deps, 'database' | 'secrets' | 'clock'>) {
  const { database, secrets, clock } = deps
  const secret = sessionSecret(secrets)
  return async (
    cookie: string | undefined,
    projectId: ProjectId | undefined,
  ): Promise<Session | undefined> => {
    const token = tokenOf(cookie, secret)
    if (token === undefined) return undefined
    const now = clock.now()
    const row = await findSessionRow(database, { token, projectId, now })
    if (!row) return undefined
    refuseMoving(row.move_state)
    const unlessAfter = new Date(now.getTime() - USE_NOTED_MS)
    if (row.updated_at < unlessAfter) {
      await touchSession(database.db, { sessionId: row.id, now, unlessAfter })
    }
    return {
      user: {
        id: row.user_id,
        email: row.email,
        name: row.name,
        sessionId: row.id,
        sessionExpiresAt: row.expires_at,
      },
      membership:
        projectId === undefined || row.role === null
          ? undefined
          : { projectId, role: row.role as Role, isProjectDisabled: row.disabled_at !== null },
    }
  }
}
