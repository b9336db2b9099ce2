// Postmark's webhooks: one record per request.
import type { ReplyClass } from '../../smtp/replies/reply-class.ts'
import { objectAt, textAt } from './json-values.ts'
import type { Json } from './json-values.ts'
import { providerEvent } from './provider-event.ts'
import type { ProviderEvent, ProviderEventKind } from './provider-event.ts'
import { REFERENCE_NAME } from './provider-metadata.ts'

/** The types of bounces that say something about the email. Others are auto-replies and confirmations. */
const BOUNCES: Record<string, { kind: ProviderEventKind; class?: ReplyClass; isSuppressed?: boolean }> = {
  HardBounce: { kind: 'bounced', class: 'hard' },
  BadEmailAddress: { kind: 'bounced', class: 'hard' },
  SoftBounce: { kind: 'bounced', class: 'soft' },
  DnsError: { kind: 'bounced', class: 'soft' },
  Unknown: { kind: 'bounced', class: 'soft' },
  Transient: { kind: 'delayed' },
  Blocked: { kind: 'bounced', class: 'policy' },
  SpamNotification: { kind: 'bounced', class: 'policy' },
  VirusNotification: { kind: 'bounced', class: 'policy' },
  DMARCPolicy: { kind: 'bounced', class: 'policy' },
  SMTPApiError: { kind: 'bounced', class: 'policy' },
  TemplateRenderingFailed: { kind: 'bounced', class: 'policy' },
  ManuallyDeactivated: { kind: 'bounced', isSuppressed: true },
  SpamComplaint: { kind: 'complained' },
  Unsubscribe: { kind: 'unsubscribed' },
}

export function readPostmarkEvent(record: Json): ProviderEvent[] {
  const shared = {
    recipient: textAt(record, 'Email') || textAt(record, 'Recipient'),
    reference: textAt(objectAt(record, 'Metadata'), REFERENCE_NAME),
    text: textAt(record, 'Details') || textAt(record, 'Description'),
  }
  switch (textAt(record, 'RecordType')) {
    case 'Delivery':
      return [providerEvent({ ...shared, kind: 'delivered' })]
    case 'SpamComplaint':
      return [providerEvent({ ...shared, kind: 'complained' })]
    case 'SubscriptionChange':
      return isUnsubscribe(record) ? [providerEvent({ ...shared, kind: 'unsubscribed' })] : []
    case 'Bounce': {
      const bounce = BOUNCES[textAt(record, 'Type')]
      if (!bounce) return []
      const { class: providerClass = null, ...rest } = bounce
      return [providerEvent({ ...shared, ...rest, providerClass })]
    }
    default:
      return []
  }
}

/** Postmark reports bounces and complaints as such; a person's own wish comes only this way. */
const isUnsubscribe = (record: Json): boolean =>
  record['SuppressSending'] === true &&
  textAt(record, 'SuppressionReason') === 'ManualSuppression' &&
  textAt(record, 'Origin') === 'Recipient'
