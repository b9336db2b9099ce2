/** Events that the service itself records. */
const SYSTEM_EVENT_NAMES = [
  'email.deferred',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.complained',
  'email.failed',
  'email.suppressed',
  'email.rate_warning',
  'email.paused',
  'email.resumed',
  'email.unknown_source',
  'email.alignment_dropped',
  'email.tls_failing',
  'contact.created',
  'contact.subscribed',
  'contact.unsubscribed',
  'contact.topic_joined',
  'contact.topic_left',
  'contact.confirmed',
  'segment.entered',
  'segment.left',
  'workflow.started',
  'workflow.completed',
] as const

export type SystemEventName = (typeof SYSTEM_EVENT_NAMES)[number]

/**
 * Events that are announced to listeners but not stored: they are states of an email, shown in its timeline, and a campaign
 * of a million would write millions of rows.
 */
export const UNSTORED_EVENT_NAMES = ['email.queued', 'email.sent', 'email.delivered'] as const

export const RESERVED_EVENT_NAMES = [...UNSTORED_EVENT_NAMES, ...SYSTEM_EVENT_NAMES] as const
