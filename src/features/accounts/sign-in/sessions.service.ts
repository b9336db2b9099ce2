import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId, UserId } from '../../../platform/ids.ts'
import type { Role } from '../../../platform/access/member-role.values.ts'
import { findSessionRow } from './sessions.queries.ts'
import { sessionSecret, tokenOf } from './session-cookie.ts'

export type Session = {
  user: { id: UserId; email: string; name: string; sessionExpiresAt: Date }
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
    const row = await findSessionRow(database, { token, projectId, now: clock.now() })
    if (!row) return undefined
    return {
      user: { id: row.user_id, email: row.email, name: row.name, sessionExpiresAt: row.expires_at },
      membership:
        projectId === undefined || row.role === null
          ? undefined
          : { projectId, role: row.role as Role, isProjectDisabled: row.disabled_at !== null },
    }
  }
}
