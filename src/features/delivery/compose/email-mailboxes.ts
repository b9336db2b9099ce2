// The addresses that one email has at the bounce domain of its sender, each signed for its use.
import type { Deps } from '../../../platform/deps.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import type { EmailToCompose } from '../queue/claim.queries.ts'
import { isBulk } from './email-headers.ts'

export type EmailMailboxes = {
  /** Where it comes back to. */
  returnPathOf(email: EmailToCompose, bounceDomain: string): string
  /**
   * Where one unsubscribes by writing; null where nobody reads what is written there, and where nobody can be
   * unsubscribed.
   */
  unsubscribeAddressOf(email: EmailToCompose, bounceDomain: string | null): string | null
}

type Parts = Pick<Deps, 'secrets' | 'config'>

export function createEmailMailboxes({ secrets, config }: Parts): EmailMailboxes {
  const tokens = createLinkTokens(secrets)
  const refOf = ({ project_id: projectId, id }: EmailToCompose) => ({ projectId, emailId: id })
  return {
    returnPathOf: (email, bounceDomain) =>
      `${tokens.makeMailbox('return-path', refOf(email))}@${bounceDomain}`,
    unsubscribeAddressOf(email, bounceDomain) {
      const isRead = bounceDomain !== null && config.BOUNCE_PORT !== 0
      const canLeave = isBulk(email) && email.contact !== null
      return isRead && canLeave ? `${tokens.makeMailbox('unsubscribe', refOf(email))}@${bounceDomain}` : null
    },
  }
}
