// SendGrid's Event Webhook: a list of events. Unique arguments of X-SMTPAPI are fields of each event.
import { textAt } from './json-values.ts'
import type { Json } from './json-values.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent, ProviderEventKind } from './provider-event.ts'
import { REFERENCE_NAME } from './provider-metadata.ts'

const KINDS: Record<string, ProviderEventKind> = {
  delivered: 'delivered',
  deferred: 'delayed',
  bounce: 'bounced',
  dropped: 'bounced',
  spamreport: 'complained',
  unsubscribe: 'unsubscribed',
  group_unsubscribe: 'unsubscribed',
}

/** The reasons of `dropped` that name a list of SendGrid. */
const SUPPRESSED = /^(?:bounced|spam reporting|unsubscribed) address/i

export function readSendGridEvent(event: Json): ProviderEvent[] {
  const type = textAt(event, 'event')
  const kind = KINDS[type]
  if (kind === undefined) return []
  const text = textAt(event, 'reason') || textAt(event, 'response')
  return [
    providerEvent({
      kind,
      recipient: textAt(event, 'email'),
      reference: textAt(event, REFERENCE_NAME),
      messageId: textAt(event, 'smtp-id'),
      status: textAt(event, 'status'),
      text,
      providerClass: classOf(event),
      isSuppressed: type === 'dropped' && SUPPRESSED.test(text),
    }),
  ]
}

/** `blocked` is a bounce that says nothing about the mailbox; a dropped email was refused by SendGrid itself. */
const classOf = (event: Json) =>
  textAt(event, 'event') === 'bounce' && textAt(event, 'type') !== 'blocked'
    ? 'hard'
    : textAt(event, 'reason').toLowerCase() === 'invalid'
      ? 'hard'
      : 'policy'
