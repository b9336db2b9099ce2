import type { Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'

export type ContactsOfProject = { projectId: ProjectId; contactIds: readonly ContactId[] }

/** The effects of contact changes on email. Email is a level above contacts, so app.ts and worker.ts pass this in. */
export type ContactEmails = {
  /**
   * Call it before locking the contacts to delete, because it locks rows that precede them in the lock order. Call the
   * result with the contacts that were deleted, in the same transaction.
   */
  prepareErasure(trx: Trx, contacts: ContactsOfProject): Promise<EraseEmails>
  /**
   * Drops waiting marketing email, for good, even if the contacts subscribe again. Call it in the transaction that
   * unsubscribes them, once all of its contacts are locked. @returns the number of emails
   */
  dropMarketing(trx: Trx, contacts: ContactsOfProject & { now: Date }): Promise<number>
}

export type EraseEmails = (deleted: { contactIds: readonly ContactId[]; now: Date }) => Promise<void>
