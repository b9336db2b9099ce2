// SparkPost's event webhooks: a list of up to 10,000 events.
import type { ReplyClass } from '../../smtp/replies/reply-class.ts'
import { objectAt, textAt } from './json-values.ts'
import type { Json } from './json-values.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent, ProviderEventKind } from './provider-event.ts'
import { REFERENCE_NAME } from './provider-metadata.ts'

const KINDS: Record<string, ProviderEventKind> = {
  delivery: 'delivered',
  delay: 'delayed',
  bounce: 'bounced',
  out_of_band: 'bounced',
  policy_rejection: 'bounced',
  spam_complaint: 'complained',
  list_unsubscribe: 'unsubscribed',
  link_unsubscribe: 'unsubscribed',
}

/** SparkPost's classes of bounces, by their numbers. 60, 80 and 100 are auto-replies and confirmations. */
const CLASSES: Record<string, ReplyClass> = {
  10: 'hard',
  30: 'hard',
  90: 'hard',
  25: 'policy',
  50: 'policy',
  51: 'policy',
  52: 'policy',
  53: 'policy',
  54: 'policy',
}
const AUTOMATIC = new Set(['60', '80', '100'])
const SUPPRESSED = /suppress/i

export function readSparkPostEvent(entry: Json): ProviderEvent[] {
  const wrapped = objectAt(entry, 'msys')
  const event = { ...objectAt(wrapped, 'message_event'), ...objectAt(wrapped, 'unsubscribe_event') }
  const type = textAt(event, 'type')
  const bounceClass = textAt(event, 'bounce_class')
  const kind = KINDS[type]
  if (kind === undefined || AUTOMATIC.has(bounceClass)) return []
  const text = textAt(event, 'raw_reason') || textAt(event, 'reason')
  return [
    providerEvent({
      kind,
      recipient: textAt(event, 'raw_rcpt_to') || textAt(event, 'rcpt_to'),
      reference: textAt(objectAt(event, 'rcpt_meta'), REFERENCE_NAME),
      returnPath: textAt(event, 'msg_from'),
      text,
      providerClass: CLASSES[bounceClass] ?? 'soft',
      isSuppressed: type === 'policy_rejection' && SUPPRESSED.test(text),
    }),
  ]
}
