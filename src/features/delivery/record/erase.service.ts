// Erases the email of deleted contacts (docs/contacts.md). A contact may have a hundred thousand emails, and a bulk
// action may delete as many contacts, so the transaction of the deletion erases one batch and a job erases the rest.
// Meanwhile no worker sends these emails, since their contact is gone (attempt.service.ts).
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { done, snooze } from '../../../platform/jobs/outcome.ts'
import type { Outcome } from '../../../platform/jobs/outcome.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { ContactEmails, ContactsOfProject } from '../../contacts/index.ts'
import { lockSoleContents, releaseContents } from '../content/contents.queries.ts'
import { deleteInboxMessages } from '../transports/inbox.queries.ts'
import { dropWaitingMarketing } from './drop-waiting.queries.ts'
import {
  cancelForErasure,
  eraseEnded,
  hasEmails,
  listCopies,
  listErasable,
  listStillQueued,
  lockEnded,
} from './erase.queries.ts'
import type { EmailCopy, ErasableEmail } from './erase.queries.ts'
import { eraseEmailsJob } from '../../emails/erase.jobs.ts'
import { eraseAddress } from '../../emails/erased-address.ts'

// Takes some 100 ms, for which the locks of a deletion are held. Nearly every contact has fewer emails.
const BATCH_EMAILS = 500

// Email that was being accepted or sent at the moment of the deletion is on disk by then.
const SECOND_RUN_MS = 10 * 60_000

// An attempt takes a second or so.
const ATTEMPT_MS = 5_000

/** `eraseHits`: opens and clicks belong to tracking, a feature of a higher level. */
export type EraseParts = {
  secrets: Secrets
  eraseHits: (trx: Trx, emails: { projectId: ProjectId; emailIds: readonly EmailId[] }) => Promise<void>
}

export function createContactEmails(parts: EraseParts): ContactEmails {
  return {
    dropMarketing: dropWaitingMarketing,
    async prepareErasure(trx, contacts) {
      const batch = await findBatch(trx, contacts)
      return async ({ contactIds, now }) => {
        const { projectId } = contacts
        await eraseBatch(trx, { batch, parts, now })
        const payload = { projectId, contactIds: [...contactIds] }
        if (await hasEmails(trx, { projectId, contactIds })) await enqueue(trx, eraseEmailsJob, { payload })
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
  for (;;) {
    const erased = await inTransaction(database.db, async (trx) => {
      const batch = await findBatch(trx, contacts)
      return eraseBatch(trx, { batch, parts, now: clock.now() })
    })
    if (signal.aborted) return snooze(0)
    if (erased > 0) continue
    const isLeft = await inTransaction(database.db, (trx) => hasEmails(trx, contacts))
    return isLeft ? snooze(ATTEMPT_MS) : done
  }
}

/** Messages with their copies (cc, bcc), which name the same person: they are erased together or not at all. */
type Batch = { projectId: ProjectId; firsts: ErasableEmail[]; copies: EmailCopy[] }

async function findBatch(trx: Trx, { projectId, contactIds }: ContactsOfProject): Promise<Batch> {
  const found = await listErasable(trx, { projectId, contactIds, limit: BATCH_EMAILS })
  const copied = found.filter(({ messageId }) => messageId !== null)
  const copies = await listCopies(trx, { projectId, firsts: copied })
  const busy = new Set(copies.filter(({ isBusy }) => isBusy).map(({ of }) => of))
  const batch = {
    projectId,
    firsts: found.filter(({ id }) => !busy.has(id)),
    copies: copies.filter(({ of }) => !busy.has(of)),
  }
  const contentIds = [...new Set([...batch.firsts, ...batch.copies].map(({ contentId }) => contentId))]
  await lockSoleContents(trx, { projectId, contentIds })
  return batch
}

type BatchErasure = { batch: Batch; parts: EraseParts; now: Date }

/** Returns how many emails were erased. */
async function eraseBatch(
  trx: Trx,
  { batch: { projectId, firsts, copies }, parts, now }: BatchErasure,
): Promise<number> {
  const ids = [...firsts, ...copies].map(({ id }) => id)
  if (ids.length === 0) return 0
  await cancelForErasure(trx, { projectId, ids, now })
  // Claimed since they were found: the job erases them later, a copy together with its message.
  const queued = new Set(await listStillQueued(trx, { projectId, ids }))
  const left = new Set(copies.flatMap(({ id, of }) => (queued.has(id) || queued.has(of) ? [id, of] : [])))
  const erasable = ids.filter((id) => !queued.has(id) && !left.has(id))
  if (erasable.length === 0) return 0
  const ended = await lockEnded(trx, { projectId, ids: erasable })
  if (ended.length === 0) return 0
  const emails = ended.map(({ id, address }) => ({
    id,
    erased: eraseAddress(parts.secrets, { projectId, address }),
  }))
  const released = await eraseEnded(trx, { projectId, emails, now })
  const emailIds = emails.map(({ id }) => id)
  await deleteInboxMessages(trx, { projectId, emailIds })
  await parts.eraseHits(trx, { projectId, emailIds })
  await releaseContents(trx, { projectId, released, now })
  return emails.length
}
