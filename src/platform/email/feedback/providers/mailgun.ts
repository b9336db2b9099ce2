// Mailgun's webhooks: one event in `event-data`, beside a signature.
import { objectAt, textAt } from './json-values.ts'
import type { Json } from './json-values.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent, ProviderEventKind } from './provider-event.ts'
import { REFERENCE_NAME } from './provider-metadata.ts'

const KINDS: Record<string, ProviderEventKind> = {
  delivered: 'delivered',
  failed: 'bounced',
  rejected: 'bounced',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
}

export function readMailgunEvent(body: Json): ProviderEvent[] {
  const event = objectAt(body, 'event-data')
  const type = textAt(event, 'event')
  const isTemporary = type === 'failed' && textAt(event, 'severity') === 'temporary'
  const kind = isTemporary ? 'delayed' : KINDS[type]
  if (kind === undefined) return []
  const reason = textAt(event, 'reason')
  return [
    providerEvent({
      kind,
      recipient: textAt(event, 'recipient'),
      reference: textAt(objectAt(event, 'user-variables'), REFERENCE_NAME),
      returnPath: textAt(objectAt(event, 'envelope'), 'sender'),
      messageId: textAt(objectAt(objectAt(event, 'message'), 'headers'), 'message-id'),
      status: textAt(objectAt(event, 'delivery-status'), 'enhanced-code'),
      text: replyOf(event),
      // `old`: the time to try is over.
      providerClass: type === 'rejected' ? 'policy' : reason === 'bounce' ? 'hard' : 'soft',
      isSuppressed: reason.startsWith('suppress-'),
    }),
  ]
}

/** Codes above 599 are Mailgun's own. */
function replyOf(event: Json): string {
  const status = objectAt(event, 'delivery-status')
  const code = textAt(status, 'code')
  const words = textAt(status, 'message') || textAt(status, 'description')
  const said = words || textAt(objectAt(event, 'reject'), 'reason')
  return /^[45]\d\d$/.test(code) && !said.startsWith(code) ? `${code} ${said}` : said
}
