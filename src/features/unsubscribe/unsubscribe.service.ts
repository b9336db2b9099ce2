import type { LedgerSource } from '../../platform/consent-source.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Db } from '../../platform/db/client.ts'
import type { ContactId, EmailId, ProjectId } from '../../platform/ids.ts'
import type { LinkPurpose, LinkTokens } from '../../platform/secrets/link-tokens.ts'
import { setSubscribed } from '../contacts/index.ts'
import { joinByEmail, leaveByEmail, unsubscribeByEmail } from '../emails/index.ts'

export type LinkBearer = {
  projectId: ProjectId
  /** null for a copy of an email, which has no contact. */
  contactId: ContactId | null
  emailId: EmailId
}

/** Returns undefined for an invalid link. */
export function readBearer(
  tokens: LinkTokens,
  { purpose, token }: { purpose: LinkPurpose; token: string },
): LinkBearer | undefined {
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
  { purpose, bearer: { projectId, contactId, emailId } }: { purpose: LinkPurpose; bearer: LinkBearer },
): string =>
  tokens.make(purpose, { ids: contactId === null ? [projectId, emailId] : [projectId, contactId, emailId] })

type PageAction = LinkBearer & {
  isSubscribed: boolean
  /** Whether the topic of the email alone is meant, if it has one. */
  isTopicOnly: boolean
  source: LedgerSource
  now: Date
}

/** Idempotent. Effective on all nodes from the commit on: nothing is cached, and workers check again before sending. */
export async function setSubscription(
  db: Db,
  { projectId, contactId, emailId, isSubscribed, isTopicOnly, source, now }: PageAction,
): Promise<void> {
  if (contactId === null) return
  const ref = { projectId, emailId, contactId, source, now }
  await inTransaction(db, async (trx) => {
    if (!isSubscribed) return isTopicOnly ? leaveByEmail(trx, ref) : unsubscribeByEmail(trx, ref)
    await setSubscribed(trx, { projectId, ids: [contactId], subscribed: true, emailId, source, now })
    if (isTopicOnly) await joinByEmail(trx, ref)
  })
}
