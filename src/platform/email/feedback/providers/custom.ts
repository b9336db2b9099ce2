// Reports in our own form, for relays that we do not know: docs/providers.md describes it.
import { z } from 'zod'
import { textUpTo } from '../../../schemas/bounded.schema.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent } from './provider-event.ts'

const MOST_EVENTS = 10_000

const CustomEvent = z.strictObject({
  type: z.enum(['delivered', 'delayed', 'bounced', 'complained', 'unsubscribed']),
  recipient: textUpTo(320),
  /** The Message-ID of the email, with or without its angle brackets. */
  messageId: textUpTo(998).optional(),
  /** The envelope sender of the email. */
  returnPath: textUpTo(320).optional(),
  /** The reply of the receiving server, such as "550 5.1.1 user unknown". */
  reply: textUpTo(2_000).optional(),
  /** RFC 3463, such as 5.1.1. */
  status: textUpTo(20).optional(),
  /** Used only where there is neither a reply nor a status. */
  isPermanent: z.boolean().optional(),
  /** The relay did not send the email, because the recipient is on its own suppression list. */
  isSuppressed: z.boolean().optional(),
})

export const CustomReport = z.strictObject({ events: z.array(CustomEvent).max(MOST_EVENTS) })

export const readCustomEvents = ({ events }: z.infer<typeof CustomReport>): ProviderEvent[] =>
  events.map(({ type, recipient, messageId, returnPath, reply, status, isPermanent, isSuppressed = false }) =>
    providerEvent({
      kind: type,
      recipient,
      isSuppressed,
      ...(messageId !== undefined && { messageId }),
      ...(returnPath !== undefined && { returnPath }),
      ...(reply !== undefined && { text: reply }),
      ...(status !== undefined && { status }),
      ...(isPermanent !== undefined && { providerClass: isPermanent ? 'hard' : 'soft' }),
    }),
  )
