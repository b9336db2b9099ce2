// Checks before an email is handed over whether it was withdrawn since it was claimed. A worker claims ahead, and with
// a slow relay a claimed email waits for many seconds. Checking every email would cost a sixth of the processor time of
// sending, so it is done only if the database has notified of a withdrawal in the project (migrations/0056), or if the
// claim is a second old, in case the notification was lost. Emails that get their connections at the same moment share
// one statement, which writes nothing.
import { createGroupCommit } from '../../../platform/db/batching/group-commit.ts'
import { keepTrying } from '../../../platform/db/failures/keep-trying.ts'
import { executePrepared } from '../../../platform/db/prepared.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { ClaimedEmail } from './claim.queries.ts'
import type { ClaimRef } from './email-ref.ts'
import { listChanged } from './final-check.queries.ts'
import type { ChangedEmail } from './final-check.queries.ts'
import { leaseTime } from './leases.ts'

// At full speed an email is handed over a fifth of a second after its claim.
const FRESH_MS = 1_000

export type FinalCheck = {
  /** Email of these projects may have been withdrawn; an empty list stands for any project. */
  invalidate(projectIds: readonly ProjectId[]): void
  /**
   * Undefined if nothing has changed. `claimedAt` is a leaseTime(). Waits while the database is unreachable.
   * @throws the error if the database rejects the query
   */
  check(email: ClaimedEmail, claimedAt: number): Promise<ChangedEmail | undefined>
}

type Parts = Pick<Deps, 'database' | 'log'> & {
  owner: string
  /** How long the facts of a claim are trusted. */
  freshMs?: number | undefined
}

export function createFinalCheck({ database, log, owner, freshMs = FRESH_MS }: Parts): FinalCheck {
  const withdrawals = createWithdrawals(freshMs)
  const checkTogether = createGroupCommit<ClaimedEmail, ChangedEmail | undefined>({
    async commit(emails) {
      const rows = await executePrepared(database, 'final-check', listChanged(owner, emails.map(refOf)))
      const changed = new Map(rows.map((row) => [row.id, row]))
      return emails.map(({ id }) => changed.get(id))
    },
    keyOf: ({ id }) => id,
  })
  const warn = (error: unknown) => log.warn({ err: error }, 'an email waits: the database cannot be reached')
  return {
    invalidate: (projectIds) => withdrawals.add(projectIds),
    async check(email, claimedAt) {
      const isFresh = leaseTime() - claimedAt < freshMs && claimedAt > withdrawals.lastOf(email.project_id)
      return isFresh ? undefined : keepTrying(() => checkTogether(email), warn)
    },
  }
}

const refOf = ({ project_id: projectId, id: emailId, fence }: ClaimedEmail): ClaimRef => ({
  projectId,
  emailId,
  fence,
})

/** The time of the last withdrawal per project, kept for as long as the facts of a claim are trusted. */
function createWithdrawals(keptMs: number) {
  const times = new Map<ProjectId, number>()
  let ofAll = -Infinity
  return {
    add(projectIds: readonly ProjectId[]): void {
      const now = leaseTime()
      if (projectIds.length === 0) ofAll = now
      for (const projectId of projectIds) {
        // Moved to the end, so that the oldest come first.
        times.delete(projectId)
        times.set(projectId, now)
      }
      for (const [projectId, at] of times) {
        if (now - at <= keptMs) break
        times.delete(projectId)
      }
    },
    lastOf: (projectId: ProjectId): number => Math.max(ofAll, times.get(projectId) ?? -Infinity),
  }
}
