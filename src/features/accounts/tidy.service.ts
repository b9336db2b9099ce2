import type { Db } from '../../platform/db/client.ts'
import { deleteOldAuditEntries } from './audit/audit.queries.ts'
import { deleteOldInvitations } from './members/invitations.queries.ts'
import { deleteExpiredPasswordResets } from './password-reset/password-reset.queries.ts'
import { deleteExpiredSessions } from './sign-in/sessions.queries.ts'

// Long enough for an investigation, short enough that addresses of former members are forgotten.
const AUDIT_DAYS = 365
const DAY_MS = 86_400_000

/** Deletes expired sessions, invitations, links for new passwords and counts of wrong passwords, and old audit entries. */
export async function tidyAccounts(db: Db, now: Date): Promise<void> {
  await deleteExpiredSessions(db, now)
  await deleteOldInvitations(db, now)
  await deleteExpiredPasswordResets(db, now)
  await deleteOldAuditEntries(db, new Date(now.getTime() - AUDIT_DAYS * DAY_MS))
}
