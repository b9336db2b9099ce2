// The last question before an email is handed over: has anything withdrawn it since it was claimed? A worker claims ahead,
// and with a slow relay what it has claimed waits for many seconds. Asking for every email would cost a sixth of the
// processor time that sending takes, so it is asked where there is reason to: when the database tells of a withdrawal in
// the project (migrations/0056), and whenever the claim is a second old, should that word be lost. Emails that get their
// connections at the same moment share one statement, which writes nothing.
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
  /** Email of these projects may have been withdrawn; of none in particular: that of any. */
  doubt(projectIds: readonly ProjectId[]): void
  /**
   * Undefined where nothing has changed. `claimedAt` by leaseTime(). Waits while the database is away.
   * @throws what the database refuses
   */
  ask(email: ClaimedEmail, claimedAt: number): Promise<ChangedEmail | undefined>
}

type Parts = Pick<Deps, 'database' | 'log'> & {
  owner: string
  /** For so long what a claim found is believed. */
  freshMs?: number | undefined
}

export function createFinalCheck({ database, log, owner, freshMs = FRESH_MS }: Parts): FinalCheck {
  const doubts = createDoubts(freshMs)
  const look = createGroupCommit<ClaimedEmail, ChangedEmail | undefined>({
    async commit(emails) {
      const rows = await executePrepared(database, 'last-look', listChanged(owner, emails.map(refOf)))
      const changed = new Map(rows.map((row) => [row.id, row]))
      return emails.map(({ id }) => changed.get(id))
    },
    keyOf: ({ id }) => id,
  })
  const warn = (error: unknown) => log.warn({ err: error }, 'an email waits: the database does not answer')
  return {
    doubt: (projectIds) => doubts.add(projectIds),
    async ask(email, claimedAt) {
      const isBelieved = leaseTime() - claimedAt < freshMs && claimedAt > doubts.lastOf(email.project_id)
      return isBelieved ? undefined : keepTrying(() => look(email), warn)
    },
  }
}

const refOf = ({ project_id: projectId, id: emailId, fence }: ClaimedEmail): ClaimRef => ({
  projectId,
  emailId,
  fence,
})

/** When projects were last told of. Older words than claims are believed are of no use, and forgotten. */
function createDoubts(keptMs: number) {
  const times = new Map<ProjectId, number>()
  let ofAll = -Infinity
  return {
    add(projectIds: readonly ProjectId[]): void {
      const now = leaseTime()
      if (projectIds.length === 0) ofAll = now
      for (const projectId of projectIds) {
        // Behind all others, so that the oldest are the first.
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
