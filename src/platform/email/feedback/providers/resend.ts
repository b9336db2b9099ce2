// Resend's webhooks: one event per request, about all recipients in `to`.
import { isObject, listAt, objectAt, textAt } from './json-values.ts'
import type { Json } from './json-values.ts'
import type { ReplyClass } from '../../smtp/replies/reply-class.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent, ProviderEventKind } from './provider-event.ts'

const KINDS: Record<string, ProviderEventKind> = {
  'email.delivered': 'delivered',
  'email.delivery_delayed': 'delayed',
  'email.bounced': 'bounced',
  'email.failed': 'bounced',
  'email.suppressed': 'bounced',
  'email.complained': 'complained',
}

const CLASSES: Record<string, ReplyClass> = { permanent: 'hard', transient: 'soft' }

export function readResendEvent(event: Json): ProviderEvent[] {
  const type = textAt(event, 'type')
  const kind = KINDS[type]
  if (kind === undefined) return []
  const data = objectAt(event, 'data')
  const bounce = objectAt(data, 'bounce')
  const isSuppressed = type === 'email.suppressed' || /suppress/i.test(textAt(bounce, 'subType'))
  const failure =
    textAt(objectAt(data, 'failed'), 'reason') || textAt(objectAt(data, 'suppressed'), 'message')
  return recipientsOf(data).map((recipient) =>
    providerEvent({
      kind,
      recipient,
      messageId: messageIdOf(data),
      text: textAt(bounce, 'message') || failure,
      providerClass:
        type === 'email.failed' ? 'policy' : (CLASSES[textAt(bounce, 'type').toLowerCase()] ?? null),
      isSuppressed,
    }),
  )
}

const recipientsOf = (data: Json): string[] =>
  listAt(data, 'to').filter((one): one is string => typeof one === 'string')

/** From our own header, where the event has the headers. */
function messageIdOf(data: Json): string {
  const header = listAt(data, 'headers').find(
    (one) => isObject(one) && textAt(one, 'name').toLowerCase() === 'message-id',
  )
  return isObject(header) ? textAt(header, 'value') : textAt(data, 'message_id')
}
