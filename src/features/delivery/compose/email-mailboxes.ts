// The addresses of one email at the bounce domain of its sender, each signed for its use.
import type { Deps } from '../../../platform/deps.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import type { EmailToCompose } from '../queue/claim.queries.ts'
import { isBulk } from './email-headers.ts'

type EmailIds = Pick<EmailToCompose, 'project_id' | 'id'>

export type EmailMailboxes = {
  /** The envelope sender, to which bounces return. */
  returnPathOf(email: EmailIds, bounceDomain: string): string
  /**
   * The address to unsubscribe by email; null if this node does not receive email, or if the email has no contact.
   */
  unsubscribeAddressOf(email: EmailToCompose, bounceDomain: string | null): string | null
}

export function createEmailMailboxes({ secrets, config }: Pick<Deps, 'secrets' | 'config'>): EmailMailboxes {
  const tokens = createLinkTokens(secrets)
  const refOf = ({ project_id: projectId, id }: EmailIds) => ({ projectId, emailId: id })
  return {
    returnPathOf: (email, bounceDomain) =>
      `${tokens.makeMailbox('return-path', refOf(email))}@${bounceDomain}`,
    unsubscribeAddressOf(email, bounceDomain) {
      const isReceived = bounceDomain !== null && config.BOUNCE_PORT !== 0
      const canUnsubscribe = isBulk(email) && email.contact !== null
      return isReceived && canUnsubscribe
        ? `${tokens.makeMailbox('unsubscribe', refOf(email))}@${bounceDomain}`
        : null
    },
  }
}
