import type { Trx } from '../../../platform/db/client.ts'
import type { ContactId } from '../../../platform/ids.ts'
import { setSubscribed } from '../../contacts/index.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { tallyLeaving } from './notes.queries.ts'
import { dropWaitingMarketing } from './drop-waiting.queries.ts'

type Leaving = EmailRef & { contactId: ContactId; now: Date }

/** Somebody leaves by way of an email: by its link, by writing to its address, or through a feedback loop. */
export async function leave(trx: Trx, { projectId, emailId, contactId, now }: Leaving): Promise<void> {
  const change = { projectId, ids: [contactId], subscribed: false, emailId, now }
  if ((await setSubscribed(trx, change)) > 0) await tallyLeaving(trx, { projectId, emailId, now })
  await dropWaitingMarketing(trx, { projectId, contactIds: [contactId], now })
}
