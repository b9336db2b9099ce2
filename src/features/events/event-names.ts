/** What the service itself records as events. */
export type SystemEventName =
  | 'email.deferred'
  | 'email.opened'
  | 'email.clicked'
  | 'email.bounced'
  | 'email.complained'
  | 'email.failed'
  | 'email.suppressed'
  | 'email.rate_warning'
  | 'email.paused'
  | 'email.resumed'
  | 'contact.created'
  | 'contact.subscribed'
  | 'contact.unsubscribed'
  | 'segment.entered'
  | 'segment.left'
  | 'workflow.started'
  | 'workflow.completed'

/**
 * What is announced to listeners but not stored: these are states of a message, shown in its timeline, and a campaign
 * of a million would write millions of rows.
 */
export type UnstoredEventName = 'email.queued' | 'email.sent' | 'email.delivered'
