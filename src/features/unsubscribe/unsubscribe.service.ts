import { inTransaction } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import type { ContactId, EmailId, ProjectId } from '../../platform/ids.ts'
import type { LinkPurpose, LinkTokens } from '../../platform/secrets/link-tokens.ts'
import { setSubscribed } from '../contacts/index.ts'
import { unsubscribeByEmail } from '../delivery/index.ts'

export type Bearer = {
  projectId: ProjectId
  /** Null for a copy of an email, which went to no contact. */
  contactId: ContactId | null
  emailId: EmailId
}

/** Who holds the link, as it was signed; undefined for a link that is none of ours. */
export function readBearer(
  tokens: LinkTokens,
  { purpose, token }: { purpose: LinkPurpose; token: string },
): Bearer | undefined {
  const { ids = [] } = tokens.read(purpose, token) ?? {}
  if (ids.length !== 2 && ids.length !== 3) return undefined
  return {
    projectId: ids[0] as ProjectId,
    contactId: ids.length === 3 ? (ids[1] as ContactId) : null,
    emailId: ids.at(-1) as EmailId,
  }
}

export const makeToken = (
  tokens: LinkTokens,
  { purpose, bearer: { projectId, contactId, emailId } }: { purpose: LinkPurpose; bearer: Bearer },
): string =>
  tokens.make(purpose, { ids: contactId === null ? [projectId, emailId] : [projectId, contactId, emailId] })

type Wish = Bearer & { isSubscribed: boolean; now: Date }

/**
 * What the recipient wants holds from the commit on, on every node: nothing here is kept in memory, and a worker asks
 * once more before it sends. Doing it twice changes nothing.
 */
export async function setSubscription(
  db: Db,
  { projectId, contactId, emailId, isSubscribed, now }: Wish,
): Promise<void> {
  if (contactId === null) return
  await inTransaction(db, async (trx) => {
    if (!isSubscribed) return unsubscribeByEmail(trx, { projectId, emailId, contactId, now })
    await setSubscribed(trx, { projectId, ids: [contactId], subscribed: true, emailId, now })
  })
}
