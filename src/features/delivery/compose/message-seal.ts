// Turns a message into what a transport takes: MIME, signed, with an envelope.
import type { EmailAddress } from '../../../platform/addresses/email-address.ts'
import type { Deps } from '../../../platform/deps.ts'
import { dkimSignatures } from '../../../platform/email/dkim.ts'
import { replacedHeaders } from '../../../platform/email/feedback/providers/provider-metadata.ts'
import type { Message } from '../../../platform/email/message.ts'
import { composeMessage as composeMime } from '../../../platform/email/mime/compose.ts'
import { prepended } from '../../../platform/email/mime/message-buffer.ts'
import type { Envelope } from '../../../platform/email/transport.ts'
import type { EmailToCompose } from '../queue/claim.queries.ts'
import type { TransportTraits } from '../transports/transport-traits.ts'
import type { Signer } from './email-lookups.service.ts'
import { createEmailMailboxes } from './email-mailboxes.ts'

export type ComposedEmail = { subject: string; envelope: Envelope; bytes: Buffer }

type SealInput = {
  email: Pick<EmailToCompose, 'project_id' | 'id' | 'address'>
  signer: Pick<Signer, 'keys' | 'returnPath'>
}

/** Nothing is signed where the relay signs, and no header that its provider replaces. */
export function createMessageSeal(
  deps: Pick<Deps, 'secrets' | 'config'>,
  { isSigning, provider }: TransportTraits,
): (message: Message, input: SealInput) => ComposedEmail {
  const mailboxes = createEmailMailboxes(deps)
  const unsignedHeaders = replacedHeaders(provider)
  return (message, { email, signer: { keys, returnPath } }) => {
    const unsigned = composeMime(message)
    const signatures = dkimSignatures(unsigned, isSigning ? keys : [], { unsignedHeaders, now: message.date })
    const from = returnPath === null ? message.from.address : mailboxes.returnPathOf(email, returnPath)
    return {
      subject: message.subject,
      envelope: { projectId: email.project_id, emailId: email.id, from, to: email.address as EmailAddress },
      bytes: prepended(unsigned, signatures),
    }
  }
}
