// Erases the email of deleted contacts (docs/contacts.md). A contact may have a hundred thousand emails, and a bulk
// action may delete as many contacts, so the transaction of the deletion erases one batch and a job erases the rest.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ContactEmails, ContactsOfProject } from '../../contacts/index.ts'
import { dropWaitingMarketing, prepareErasure } from '../../delivery/index.ts'
import { eraseEmailsJob } from './erase.jobs.ts'
import { eraseAddress } from './erased-address.ts'

// Email that was being accepted or sent at the moment of the deletion is on disk by then.
const SECOND_RUN_MS = 10 * 60_000

// An attempt takes a second or so.
const ATTEMPT_MS = 5_000

/** `eraseHits`: opens and clicks belong to tracking, a feature of a higher level. */
export type EraseParts = {
  secrets: Secrets
  eraseHits: (trx: Trx, emails: { projectId: ProjectId; emailIds: readonly EmailId[] }) => Promise<void>
}

const toErasureParts = ({ secrets, eraseHits }: EraseParts) => ({
  eraseAddress: (email: { projectId: ProjectId; address: string }) => eraseAddress(secrets, email),
  eraseHits,
})

export function createContactEmails(given: EraseParts): ContactEmails {
  const parts = toErasureParts(given)
  return {
    dropMarketing: dropWaitingMarketing,
    async prepareErasure(trx, contacts) {
      const erase = await prepareErasure(trx, contacts)
      return async ({ contactIds, now }) => {
        const { isLeft } = await erase({ contactIds, parts, now })
        const payload = { projectId: contacts.projectId, contactIds: [...contactIds] }
        if (isLeft) await enqueue(trx, eraseEmailsJob, { payload })
        const runAt = new Date(now.getTime() + SECOND_RUN_MS)
        await enqueue(trx, eraseEmailsJob, { payload, runAt })
      }
    },
  }
}

/** The job. Safe to stop and run again at any time: an erased email belongs to no contact any more. */
export async function eraseEmails(
  { database, clock }: Deps,
  { parts, signal, ...contacts }: ContactsOfProject & { parts: EraseParts; signal: AbortSignal },
): Promise<Outcome> {
  const { contactIds } = contacts
  for (;;) {
    const { erased, isLeft } = await inTransaction(database.db, async (trx) => {
      const erase = await prepareErasure(trx, contacts)
      return erase({ contactIds, parts: toErasureParts(parts), now: clock.now() })
    })
    if (signal.aborted) return snooze(0)
    if (erased === 0) return isLeft ? snooze(ATTEMPT_MS) : done
  }
}
