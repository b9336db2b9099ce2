import type { Trx } from '../../platform/db/client.ts'
import type { ContactId } from '../../platform/ids.ts'
import { setSubscribed } from '../contacts/index.ts'
import { dropWaitingMarketing } from '../delivery/index.ts'
import type { EmailRef } from '../delivery/index.ts'
import { insertUnsubscribeTally } from './unsubscribe-by-email.queries.ts'

/** Unsubscribes a contact through an email: by its link, by writing to its address, or through a feedback loop. */
export async function unsubscribeByEmail(
  trx: Trx,
  { projectId, emailId, contactId, now }: EmailRef & { contactId: ContactId; now: Date },
): Promise<void> {
  const change = { projectId, ids: [contactId], subscribed: false, emailId, now }
  if ((await setSubscribed(trx, change)) > 0) await insertUnsubscribeTally(trx, { projectId, emailId, now })
  await dropWaitingMarketing(trx, { projectId, contactIds: [contactId], now })
}
