import type { Db } from '../../platform/db/client.ts'
import { deleteOldActs } from './audit/audit.queries.ts'
import { deleteOldInvitations } from './members/invitations.queries.ts'
import { deleteEndedSessions } from './sign-in/sessions.queries.ts'

// A year: long enough to find out what happened, short enough that addresses of people who left are forgotten.
const AUDIT_DAYS = 365
const DAY_MS = 86_400_000

/** Deletes what has ended: sessions, invitations, counts of wrong passwords, and old entries of the audit log. */
export async function tidyAccounts(db: Db, now: Date): Promise<void> {
  await deleteEndedSessions(db, now)
  await deleteOldInvitations(db, now)
  await deleteOldActs(db, new Date(now.getTime() - AUDIT_DAYS * DAY_MS))
}
