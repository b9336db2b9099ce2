// Email to people who have an account, such as a link for a new password. It comes from the sender of a project, but is none of
// its emails: it is neither queued nor stored, because nobody in the project may read its secret. It leaves by MAIL_TRANSPORT
// only, which the operator sets: whoever has a key of the project could add a transport that keeps a copy.
import type { EmailAddress } from '../../platform/addresses/email-address.ts'
import { domainOfAddress } from '../../platform/addresses/email-address.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Mailbox, Message } from '../../platform/email/message.ts'
import { inTurn } from '../../platform/email/mx/local-addresses.ts'
import { isMxUrl, readMxUrl } from '../../platform/email/mx/mx-url.ts'
import { createConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'
import type { SendResult, Transport } from '../../platform/email/transport.ts'
import { newId } from '../../platform/ids.ts'
import type { EmailId, ProjectId } from '../../platform/ids.ts'
import { messageIdOf } from './compose/email-headers.ts'
import { createEmailLookups } from './compose/email-lookups.service.ts'
import { createMessageSeal } from './compose/message-seal.ts'
import { createProviderHeaders } from './compose/provider-headers.ts'
import { createMxTools } from './mx/mx-tools.ts'
import { createDestinationTransport } from './route-engine-starts.ts'
import { isKeptHere, testOutcomeOf } from './transports/test-recipients.ts'
import { instanceTraits } from './transports/transport-traits.ts'
import { createTransport } from './transports/transports.ts'

type DirectEmail = {
  projectId: ProjectId
  /** Copies of an email with the same id have the same Message-ID: after a crash it is sent once more. */
  id?: EmailId
  from: { email: string; name: string | null }
  to: string
  subject: string
  html: string
  text: string
}

export type DirectEmails = {
  /** False if the project may not send from the address, or if the email would stay in the built-in inbox. */
  canSend(sender: { projectId: ProjectId; address: string }): Promise<boolean>
  /** Makes one attempt. */
  send(email: DirectEmail): Promise<SendResult>
}

export function createDirectEmails(deps: Deps): DirectEmails {
  const { clock, config } = deps
  const traits = instanceTraits(config)
  const lookups = createEmailLookups(deps)
  const providerHeaders = createProviderHeaders(deps, traits)
  const seal = createMessageSeal(deps, traits)
  const openTransport = createOpening(deps)

  const compose = async ({ projectId, id, from, to, subject, html, text }: DirectEmail) => {
    const now = clock.now()
    // No row has this id: reports and bounces about it are ignored, as of an email that was deleted.
    const email = { project_id: projectId, id: id ?? newId<EmailId>(now), address: to }
    const message: Message = {
      from: mailbox(from.email, from.name),
      to: [mailbox(to, null)],
      subject,
      html: Buffer.from(html),
      text: Buffer.from(text),
      messageId: messageIdOf({ id: email.id, message_id: null }, from.email),
      date: now,
      // RFC 3834: no automatic replies.
      headers: [['Auto-Submitted', 'auto-generated']],
      serviceHeaders: providerHeaders(email),
      attachments: [],
    }
    return seal(message, { email, signer: await lookups.signerOf(projectId, from.email) })
  }

  return {
    async canSend({ projectId, address }) {
      if (traits.isInbox) return false
      try {
        await lookups.signerOf(projectId, address)
        return true
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    },
    async send(email) {
      // Email to test recipients never leaves the machine.
      if (traits.isInbox || testOutcomeOf(email.to) || isKeptHere(email.to)) return { kind: 'unsent' }
      const { envelope, bytes } = await compose(email)
      const transport = await openTransport(email.to)
      if ('result' in transport) return transport.result
      try {
        return await transport.send(envelope, bytes, ALWAYS)
      } finally {
        await transport.close()
      }
    },
  }
}

const ALWAYS = { canStart: () => Promise.resolve(true), isLeaseHeld: () => Promise.resolve(true) }

const mailbox = (address: string, name: string | null): Mailbox => ({
  address: address as EmailAddress,
  ...(name !== null && { name }),
})

/** Opens MAIL_TRANSPORT for one email. Own delivery has one per destination, and a result instead if there is none. */
function createOpening(deps: Deps) {
  const { MAIL_TRANSPORT } = deps.config
  if (!isMxUrl(MAIL_TRANSPORT)) {
    return (_to: string): Promise<Transport> =>
      Promise.resolve(createTransport(deps, createConnectionLimit({ most: 1 })))
  }
  const mx = createMxTools(deps)
  const settings = readMxUrl(MAIL_TRANSPORT)
  const localAddresses = inTurn(settings.localAddresses.length === 0 ? [''] : settings.localAddresses)
  return async (to: string): Promise<Transport | { result: SendResult }> => {
    const found = await mx.findServers(domainOfAddress(to))
    if (found.status === 'none') return { result: found.result }
    const destination = { name: found.destination, settings, row: undefined, localAddresses }
    return createDestinationTransport({ ...deps, mx }, destination)
  }
}
