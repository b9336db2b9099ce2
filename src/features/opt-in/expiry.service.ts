import { inTransaction } from '../../platform/db/client.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import { endPending, lockContacts, removeContacts } from '../contacts/index.ts'
import type { ContactEmails, StateBeforePending } from '../contacts/index.ts'
import { COUNTED_MS, deleteOldSentConfirmations } from './confirmation-limits.queries.ts'
import { endConfirmations } from './confirmations.queries.ts'
import { deleteOldConfirmations, findExpired, listExpired } from './expiry.queries.ts'
import type { ExpiredConfirmation } from './expiry.queries.ts'

// Few enough for a transaction of a moment: its contacts are locked meanwhile.
const AT_ONCE = 200

const DAY_MS = 86_400_000

// Until then a link that is used again says what happened to it.
const KEPT_MS = 30 * DAY_MS

type Parts = Pick<Deps, 'database' | 'clock' | 'secrets'> & { emails: ContactEmails }

/** Returns contacts whose links have expired to their states, and deletes those that nothing else is known of. */
export async function expireConfirmations({ database, clock, secrets, emails }: Parts): Promise<void> {
  const { db } = database
  const now = clock.now()
  for (;;) {
    const expired = await findExpired(db, { now, limit: AT_ONCE })
    if (!expired) break
    await expireSome(db, { ...expired, now, secrets, emails })
  }
  await deleteOldConfirmations(db, new Date(now.getTime() - KEPT_MS))
  await deleteOldSentConfirmations(db, new Date(now.getTime() - COUNTED_MS))
}

type ExpiredContacts = Pick<Parts, 'secrets' | 'emails'> & {
  projectId: ProjectId
  contactIds: ContactId[]
  now: Date
}

async function expireSome(db: Db, { projectId, contactIds, now, ...parts }: ExpiredContacts): Promise<void> {
  const bare = await inTransaction(db, async (trx) => {
    const expired = await lockExpired(trx, { projectId, contactIds, now })
    const kept = expired.filter(({ isBare }) => !isBare)
    await endConfirmations(trx, { projectId, ids: kept.map(({ id }) => id), outcome: 'expired', now })
    await endPending(trx, { projectId, contacts: kept.map(toReturning), now })
    return expired.filter(({ isBare }) => isBare).map(({ contactId }) => contactId)
  })
  if (bare.length === 0) return
  // In a transaction of its own: erasing email locks rows that precede contacts in the lock order.
  await inTransaction(db, (trx) => {
    const lock = async () => {
      const expired = await lockExpired(trx, { projectId, contactIds: bare, now })
      return expired.filter(({ isBare }) => isBare).map(({ contactId }) => contactId)
    }
    return removeContacts(trx, { projectId, ids: bare, now, ...parts, lock })
  })
}

const toReturning = ({ contactId, stateBefore }: ExpiredConfirmation) => ({
  contactId,
  state: (stateBefore ?? 'LEFT') as StateBeforePending,
})

async function lockExpired(
  trx: Trx,
  { projectId, contactIds, now }: Pick<ExpiredContacts, 'projectId' | 'contactIds' | 'now'>,
): Promise<ExpiredConfirmation[]> {
  const locked = await lockContacts(trx, { projectId, ids: contactIds })
  return listExpired(trx, { projectId, contactIds: locked, now })
}
