import type { Trx } from '../../platform/db/client.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'

export type ContactsOfProject = { projectId: ProjectId; contactIds: readonly ContactId[] }

/**
 * What becomes of email when its contacts change. Contacts know nothing of email, which stands above them, so whoever puts
 * the parts together (app.ts, worker.ts) hands this in.
 */
export type ContactEmails = {
  /**
   * To be called before contacts that are to be deleted are locked, because it locks what comes before them in the lock
   * order. Call what it returns with those that were deleted, in the same transaction.
   */
  prepareErasing(trx: Trx, contacts: ContactsOfProject): Promise<EraseEmails>
  /**
   * Marketing email that waits for contacts who do not want it any more will not be sent, whatever they want later. To be
   * called in the transaction that unsubscribes them, once all of its contacts are locked. The number of emails.
   */
  dropMarketing(trx: Trx, contacts: ContactsOfProject & { now: Date }): Promise<number>
}

export type EraseEmails = (deleted: { contactIds: readonly ContactId[]; now: Date }) => Promise<void>
