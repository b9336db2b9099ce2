// Mailjet's Event API: one event per request, or a list of them.
import type { ReplyClass } from '../../smtp/replies/reply-class.ts'
import { textAt } from './json-values.ts'
import type { Json } from './json-values.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent, ProviderEventKind } from './provider-event.ts'

const KINDS: Record<string, ProviderEventKind> = {
  sent: 'delivered',
  bounce: 'bounced',
  blocked: 'bounced',
  spam: 'complained',
  unsub: 'unsubscribed',
}

/** Mailjet sends nothing to an address that failed or complained before. */
const SUPPRESSED = /preblocked|blacklisted/i

export function readMailjetEvent(event: Json): ProviderEvent[] {
  const type = textAt(event, 'event')
  const kind = KINDS[type]
  if (kind === undefined) return []
  const words = [textAt(event, 'error'), textAt(event, 'comment')].filter((part) => part !== '')
  return [
    providerEvent({
      kind,
      recipient: textAt(event, 'email'),
      reference: textAt(event, 'CustomID'),
      text: textAt(event, 'smtp_reply') || words.join(': '),
      providerClass: classOf(event),
      isSuppressed: type === 'blocked' && SUPPRESSED.test(textAt(event, 'error')),
    }),
  ]
}

/** `error_related_to` decides first: `hard_bounce` is also true for content that a receiver refuses. */
function classOf(event: Json): ReplyClass {
  const blamed = textAt(event, 'error_related_to')
  if (blamed !== 'recipient' && blamed !== 'domain') return 'policy'
  return event['hard_bounce'] === true ? 'hard' : 'soft'
}
