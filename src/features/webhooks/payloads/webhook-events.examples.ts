import type { z } from 'zod'
import type { Email } from '../../emails/emails.schema.ts'
import type { SystemEventName } from '../../events/event-names.schema.ts'
import type { CustomEvent, WEBHOOK_EVENTS, WebhookBatch, WebhookTestEvent } from './webhook-events.schema.ts'
import type { EmailReference } from './webhook-body.schema.ts'

type Bodies = { [Name in keyof typeof WEBHOOK_EVENTS]: z.output<(typeof WEBHOOK_EVENTS)[Name]> }

const ID = '019c2f9b-0170-7c03-9a4f-2d1c8e7b6f90'
const AT = '2026-02-02T11:05:12.368Z'
const EMAIL_ID = '019c2f99-41d2-7b6e-8f03-5a7c9e1d2b48'

type Details<Name extends SystemEventName> = Bodies[Name]['data']['data']

const event = <Name extends SystemEventName>(name: Name, data: Details<Name>) => ({
  type: name,
  timestamp: AT,
  data: {
    id: ID,
    name,
    contactId: '019c2f99-3a10-7e52-b0c1-6f2a9d8e4b17',
    email: 'ada@example.com',
    emailId: null as string | null,
    data,
    createdAt: AT,
  },
})

const aboutEmail = <Name extends SystemEventName>(name: Name, data: Details<Name>) => {
  const body = event(name, data)
  return { ...body, data: { ...body.data, emailId: EMAIL_ID } }
}

const aboutProject = <Name extends SystemEventName>(name: Name, data: Details<Name>) => {
  const body = event(name, data)
  return { ...body, data: { ...body.data, contactId: null, email: null } }
}

const REFUSAL = {
  attempt: 1,
  reply: { code: 550, enhancedCode: '5.1.1', text: 'mailbox unavailable' },
  reason: '550 5.1.1 mailbox unavailable',
}
const HIT = {
  verdict: 'human',
  reasons: ['no sign of a machine'],
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
  campaignId: '019c2f80-6b1d-7a42-9c53-0e4d7f8a1b26',
} as const
const RATES = {
  bounceRate24h: 0.06,
  bounceRate7d: 0.021,
  complaintRate24h: 0,
  complaintRate7d: 0,
  emails24h: 1200,
  emails7d: 5100,
  reportable24h: 310,
  reportable7d: 1400,
}
const REPORTED = { domainId: '019c2f73-4c8f-7abb-95d7-2f3b9a6c8d04', domain: 'shop.example.com' }
const REPORT_ALERTS = {
  EmailUnknownSourceEvent: aboutProject('email.unknown_source', {
    ...REPORTED,
    network: '198.51.100.0/24',
    messages: 412,
    unaligned: 412,
    total: 10640,
    reason: '198.51.100.0/24 sent 412 messages as shop.example.com in 7 days that do not pass DMARC.',
    advice:
      'If it is a service of yours, let it sign with DKIM for shop.example.com; if you do not know it, a policy of quarantine or reject stops it.',
  }),
  EmailAlignmentDroppedEvent: aboutProject('email.alignment_dropped', {
    ...REPORTED,
    messages: 10640,
    share: 0.871,
    shareBefore: 0.994,
    reason:
      '87.1 % of the email of shop.example.com passed DMARC in 7 days, and 99.4 % in the 28 days before.',
    advice:
      'Look at the sources of shop.example.com: either a sender of yours has lost its signature, or others send as shop.example.com.',
  }),
  EmailTlsFailingEvent: aboutProject('email.tls_failing', {
    ...REPORTED,
    day: '2026-02-01',
    sessions: 1204,
    failed: 96,
    result: 'certificate-expired',
    reason:
      '96 of 1,204 TLS sessions with the mail servers of shop.example.com failed on 2026-02-01, most with certificate-expired.',
    advice: 'Renew the certificate of mx1.shop.example.com.',
  }),
}
const SEGMENT = { segmentId: '019c2f70-1f5c-7d88-a2b4-9c0e6d3f5a71', segmentName: 'Paying customers' }
const EXECUTION = {
  workflowId: '019c2f71-2a6d-7e99-b3c5-0d1f7e4a6b82',
  executionId: '019c2f9a-3b7e-7faa-84d6-1e2a8f5b7c93',
  depth: 1,
}

const unsubscribed = event('contact.unsubscribed', {})

const custom: z.output<typeof CustomEvent> = {
  type: 'order.paid',
  timestamp: AT,
  data: { ...unsubscribed.data, name: 'order.paid', data: { order: 'A-1043', total: 59.9 } },
}

const test: z.output<typeof WebhookTestEvent> = {
  type: 'webhook.test',
  timestamp: AT,
  data: { webhookId: ID, message: 'This is a test event. Nothing has happened.' },
}

const batch: z.output<typeof WebhookBatch> = [
  { id: ID, ...unsubscribed },
  { id: '019c2f9b-0171-7d14-8b50-3e2d9f8c7a01', ...custom },
]

const reference: z.output<typeof EmailReference> = { id: EMAIL_ID, contactId: null }

/** The examples of events about the progress of an email show this email. */
export function webhookEventExamples(email: z.output<typeof Email>) {
  const progress = <Name extends string>(type: Name) => ({ type, timestamp: AT, data: email })
  const events = {
    EmailQueuedEvent: progress('email.queued'),
    EmailSentEvent: progress('email.sent'),
    EmailDeliveredEvent: progress('email.delivered'),
    EmailDeferredEvent: aboutEmail('email.deferred', {
      attempt: 1,
      reply: { code: 451, enhancedCode: '4.7.1', text: 'try again later' },
      reason: '451 4.7.1 try again later',
      retryAt: '2026-02-02T11:10:12.368Z',
    }),
    EmailOpenedEvent: aboutEmail('email.opened', HIT),
    EmailClickedEvent: aboutEmail('email.clicked', { url: 'https://shop.example.com/', link: 0, ...HIT }),
    EmailBouncedEvent: aboutEmail('email.bounced', { ...REFUSAL, class: 'hard' }),
    EmailComplainedEvent: aboutEmail('email.complained', {
      feedbackType: 'abuse',
      reason: 'reported as spam',
      source: 'feedback-report',
    }),
    EmailFailedEvent: aboutEmail('email.failed', {
      attempt: 9,
      reason: 'given up after 9 attempts: the connection was refused',
    }),
    EmailSuppressedEvent: aboutEmail('email.suppressed', { reason: 'hard_bounce' }),
    EmailRateWarningEvent: aboutProject('email.rate_warning', {
      state: 'WARNED',
      reason: '6 % of the emails of the last 24 hours bounced',
      ...RATES,
      advice: 'Remove addresses that bounce, and verify your list.',
    }),
    EmailPausedEvent: aboutProject('email.paused', {
      state: 'PAUSED',
      reason: '11 % of the emails of the last 24 hours bounced',
      ...RATES,
      advice: 'Clean your list, then resume marketing email.',
    }),
    EmailResumedEvent: aboutProject('email.resumed', {
      reason: '11 % of the emails of the last 24 hours bounced',
      ...RATES,
    }),
    ...REPORT_ALERTS,
    ContactCreatedEvent: event('contact.created', {}),
    ContactSubscribedEvent: event('contact.subscribed', {}),
    ContactUnsubscribedEvent: unsubscribed,
    ContactTopicJoinedEvent: event('contact.topic_joined', { topic: 'news' }),
    ContactTopicLeftEvent: event('contact.topic_left', { topic: 'offers' }),
    ContactConfirmedEvent: aboutEmail('contact.confirmed', {
      topics: ['news'],
      source: { kind: 'form', id: '019c2f72-3b7e-7faa-84d6-1e2a8f5b7c93' },
    }),
    SegmentEnteredEvent: event('segment.entered', SEGMENT),
    SegmentLeftEvent: event('segment.left', SEGMENT),
    WorkflowStartedEvent: event('workflow.started', EXECUTION),
    WorkflowCompletedEvent: event('workflow.completed', { ...EXECUTION, status: 'COMPLETED', reason: null }),
  }
  return {
    ...events,
    CustomEvent: custom,
    WebhookTestEvent: test,
    EventBatch: batch,
    HealthChange: events.EmailPausedEvent.data.data,
    EmailReference: reference,
  }
}
