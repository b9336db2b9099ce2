// The fields of `data` of each event of Lettermill, which the features that record it write. A test sends each of them and
// compares.
import { z } from 'zod'
import { REPLY_CLASSES } from '../../../platform/email/smtp/replies/reply-class.values.ts'
import { ProjectHealth } from '../../delivery/health/health.schema.ts'
import { LastReply } from '../../emails/emails.schema.ts'
import type { RESERVED_EVENT_NAMES, SystemEventName } from '../../events/event-names.schema.ts'
import { Event } from '../../events/events.schema.ts'
import { EmailProgressBody, RecordedBody, TestBody } from './webhook-body.schema.ts'

const reason = z.string().describe('Why, in words for people.')

/** Where an email comes from. */
const origin = {
  campaignId: z.string().optional().describe('The campaign of the email.'),
  templateId: z.string().optional().describe('The template of the email.'),
  workflowId: z.string().optional().describe('The workflow of the email.'),
}

const attempt = {
  attempt: z.int().optional().describe('Number of the attempt.'),
  transport: z.string().optional().describe('The transport of the project that made it.'),
  reply: LastReply.omit({ at: true }).optional().describe('The answer of the mail server.'),
}

const replyClass = z
  .enum(REPLY_CLASSES)
  .describe('hard: the mailbox does not exist. policy: the sender or the email was refused. soft: temporary.')

const reported = {
  source: z.string().optional().describe('The kind of the report, if one came after the email was sent.'),
}

const hit = {
  verdict: z.enum(['human', 'machine', 'unknown']).describe('Whether a person or a machine caused it.'),
  reasons: z.array(z.string()).describe('Reasons for the verdict.'),
  userAgent: z.string().describe('The program, as it names itself.'),
  ...origin,
}

const { bounceRate24h, bounceRate7d, complaintRate24h, complaintRate7d } = ProjectHealth.shape
const { emails24h, emails7d, reportable24h, reportable7d } = ProjectHealth.shape
const rates = {
  bounceRate24h,
  bounceRate7d,
  complaintRate24h,
  complaintRate7d,
  emails24h,
  emails7d,
  reportable24h,
  reportable7d,
}

const health = z
  .object({
    state: z.enum(['WARNED', 'PAUSED']),
    reason: z.string().nullable().describe('The cause of the state.'),
    ...rates,
    advice: ProjectHealth.shape.advice,
  })
  .meta({ id: 'HealthChange' })

const reportAlert = {
  domainId: z.string(),
  domain: z.string().describe('Name of the sender domain.'),
  reason,
  advice: z.string().describe('The next step.'),
}
const share = z.number().min(0).max(1)

const topic = z.object({ topic: z.string().describe('Key of the topic.') })
const segment = z.object({ segmentId: z.string(), segmentName: z.string() })
const execution = {
  workflowId: z.string(),
  executionId: z.string(),
  depth: z.int().describe('How many workflows started each other before this event.'),
}

const EVENT_DATA = {
  'email.deferred': z.object({ ...attempt, reason: reason.optional(), retryAt: z.iso.datetime() }),
  'email.opened': z.object(hit),
  'email.clicked': z.object({
    url: z.string().describe('Where the link leads.'),
    link: z.int().describe('Number of the link in the email, from 0.'),
    ...hit,
  }),
  'email.bounced': z.object({
    ...attempt,
    class: replyClass,
    code: z.string().nullable().optional().describe('Enhanced status code, such as 5.1.1, of a report.'),
    reason,
    ...reported,
    ...origin,
  }),
  'email.complained': z.object({
    ...attempt,
    feedbackType: z.string().nullable().optional().describe('The type of the report, such as abuse.'),
    reason: reason.optional(),
    ...reported,
    ...origin,
  }),
  'email.failed': z.object({
    ...attempt,
    class: replyClass.optional(),
    reason,
    couponList: z.string().optional().describe('Key of the list that had no code.'),
    ...origin,
  }),
  'email.suppressed': z.object({ ...attempt, class: replyClass.optional(), reason, ...origin }),
  'email.rate_warning': health,
  'email.paused': health,
  'email.resumed': z.object({ reason: z.string().nullable().describe('Why it was paused.'), ...rates }),
  'email.unknown_source': z.object({
    ...reportAlert,
    network: z.string().describe('The network that sends.'),
    messages: z.int().describe('Its messages of the last 7 days.'),
    unaligned: z.int().describe('Those of them that do not pass DMARC.'),
    total: z.int().describe('Messages of the domain in these days.'),
  }),
  'email.alignment_dropped': z.object({
    ...reportAlert,
    messages: z.int().describe('Messages of the domain in the last 7 days.'),
    share: share.describe('The part of them that passes DMARC, 0 to 1.'),
    shareBefore: share.describe('The part that passed in the 28 days before.'),
  }),
  'email.tls_failing': z.object({
    ...reportAlert,
    day: z.iso.date(),
    sessions: z.int().describe('TLS sessions of the day.'),
    failed: z.int().describe('Those of them that failed.'),
    result: z.string().describe('The most frequent result, as RFC 8460 names it.'),
  }),
  'contact.created': z.object({}),
  'contact.subscribed': z.object({}),
  'contact.unsubscribed': z.object({}),
  'contact.topic_joined': topic,
  'contact.topic_left': topic,
  'contact.confirmed': z.object({
    topics: z.array(z.string()).describe('Keys of the topics that they chose.'),
    source: z
      .object({ kind: z.string(), id: z.string().nullable() })
      .describe('Where they signed up, such as a form.'),
  }),
  'segment.entered': segment,
  'segment.left': segment,
  'workflow.started': z.object(execution),
  'workflow.completed': z.object({
    ...execution,
    status: z.enum(['COMPLETED', 'EXITED']),
    reason: z.string().nullable().describe('Why it left.'),
  }),
} satisfies Record<SystemEventName, z.ZodObject>

const idOf = (name: string): string =>
  `${name
    .split(/[._]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')}Event`

const recorded = (name: SystemEventName) =>
  RecordedBody.extend({
    type: z.literal(name),
    data: Event.extend({ name: z.literal(name), data: EVENT_DATA[name] }),
  }).meta({ id: idOf(name) })

const progress = (name: (typeof EmailProgressBody.shape.type.options)[number]) =>
  EmailProgressBody.extend({ type: z.literal(name) }).meta({ id: idOf(name) })

type ReservedName = (typeof RESERVED_EVENT_NAMES)[number]

/** By the name of the event. */
export const WEBHOOK_EVENTS = {
  'email.queued': progress('email.queued'),
  'email.sent': progress('email.sent'),
  'email.delivered': progress('email.delivered'),
  'email.deferred': recorded('email.deferred'),
  'email.opened': recorded('email.opened'),
  'email.clicked': recorded('email.clicked'),
  'email.bounced': recorded('email.bounced'),
  'email.complained': recorded('email.complained'),
  'email.failed': recorded('email.failed'),
  'email.suppressed': recorded('email.suppressed'),
  'email.rate_warning': recorded('email.rate_warning'),
  'email.paused': recorded('email.paused'),
  'email.resumed': recorded('email.resumed'),
  'email.unknown_source': recorded('email.unknown_source'),
  'email.alignment_dropped': recorded('email.alignment_dropped'),
  'email.tls_failing': recorded('email.tls_failing'),
  'contact.created': recorded('contact.created'),
  'contact.subscribed': recorded('contact.subscribed'),
  'contact.unsubscribed': recorded('contact.unsubscribed'),
  'contact.topic_joined': recorded('contact.topic_joined'),
  'contact.topic_left': recorded('contact.topic_left'),
  'contact.confirmed': recorded('contact.confirmed'),
  'segment.entered': recorded('segment.entered'),
  'segment.left': recorded('segment.left'),
  'workflow.started': recorded('workflow.started'),
  'workflow.completed': recorded('workflow.completed'),
} satisfies Record<ReservedName, z.ZodObject>

/** An event that was recorded with POST /v1/track. */
export const CustomEvent = RecordedBody.meta({ id: 'CustomEvent' })

export const WebhookTestEvent = TestBody.meta({ id: 'WebhookTestEvent' })

export const WebhookBatch = z
  .array(z.union([...Object.values(WEBHOOK_EVENTS), CustomEvent]))
  .meta({ id: 'EventBatch', description: 'The events of a batch; each has its `id`.' })
