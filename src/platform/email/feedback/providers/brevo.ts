// Brevo's transactional webhooks: one event per request, or a list of them.
import type { ReplyClass } from '../../smtp/replies/reply-class.ts'
import { textAt } from './json-values.ts'
import type { Json } from './json-values.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent, ProviderEventKind } from './provider-event.ts'
import { REFERENCE_NAME } from './provider-metadata.ts'

const KINDS: Record<string, { kind: ProviderEventKind; class?: ReplyClass; isSuppressed?: boolean }> = {
  delivered: { kind: 'delivered' },
  deferred: { kind: 'delayed' },
  soft_bounce: { kind: 'bounced', class: 'soft' },
  hard_bounce: { kind: 'bounced', class: 'hard' },
  invalid_email: { kind: 'bounced', class: 'hard' },
  blocked: { kind: 'bounced', isSuppressed: true },
  error: { kind: 'bounced', class: 'policy' },
  spam: { kind: 'complained' },
  unsubscribed: { kind: 'unsubscribed' },
}

export function readBrevoEvent(event: Json): ProviderEvent[] {
  const known = KINDS[textAt(event, 'event')]
  if (!known) return []
  const { class: providerClass = null, ...rest } = known
  return [
    providerEvent({
      ...rest,
      recipient: textAt(event, 'email'),
      reference:
        new RegExp(`^${REFERENCE_NAME}:([\\w-]+)$`).exec(textAt(event, 'X-Mailin-custom'))?.[1] ?? '',
      messageId: textAt(event, 'message-id'),
      text: textAt(event, 'reason'),
      providerClass,
    }),
  ]
}
