// Erases the emails of deleted contacts, batch by batch. Meanwhile no worker sends these emails, since their contact is
// gone (attempt.service.ts).
import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId, EmailId, ProjectId } from '../../../platform/ids.ts'
import type { ContactsOfProject } from '../../contacts/index.ts'
import { lockSoleContents, releaseContents } from '../content/contents.queries.ts'
import { deleteSlots } from '../holds/cap-slots.queries.ts'
import { deleteInboxMessages } from '../transports/inbox.queries.ts'
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

// Takes some 100 ms, for which the locks of a deletion are held. Nearly every contact has fewer emails.
const BATCH_EMAILS = 500

/** `eraseAddress` returns the text that replaces an address; `eraseHits` deletes opens and clicks. */
export type ErasureParts = {
  eraseAddress: (email: { projectId: ProjectId; address: string }) => string
  eraseHits: (trx: Trx, emails: { projectId: ProjectId; emailIds: readonly EmailId[] }) => Promise<void>
}

type ErasureInput = { contactIds: readonly ContactId[]; parts: ErasureParts; now: Date }

/** `isLeft`: these contacts have more email, which waits for the next batch or is being sent. */
type ErasureResult = { erased: number; isLeft: boolean }

/**
 * Finds one batch of emails of these contacts and locks its contents, which come before contacts in the lock order. The
 * returned function erases the batch, in the same transaction.
 */
export async function prepareErasure(
  trx: Trx,
  contacts: ContactsOfProject,
): Promise<(input: ErasureInput) => Promise<ErasureResult>> {
  const batch = await findBatch(trx, contacts)
  return async ({ contactIds, parts, now }) => {
    const { projectId } = contacts
    const erased = await eraseBatch(trx, { batch, parts, now })
    await deleteSlots(trx, { projectId, contactIds })
    return { erased, isLeft: await hasEmails(trx, { projectId, contactIds }) }
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

/** Returns how many emails were erased. */
async function eraseBatch(
  trx: Trx,
  { batch: { projectId, firsts, copies }, parts, now }: { batch: Batch; parts: ErasureParts; now: Date },
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
    erased: parts.eraseAddress({ projectId, address }),
  }))
  const released = await eraseEnded(trx, { projectId, emails, now })
  const emailIds = emails.map(({ id }) => id)
  await deleteInboxMessages(trx, { projectId, emailIds })
  await parts.eraseHits(trx, { projectId, emailIds })
  await releaseContents(trx, { projectId, released, now })
  return emails.length
}
