// The section `webhooks` of the API description, and its examples.
import type { z } from 'zod'
import type { Webhooks } from '../../../platform/http/openapi/openapi-webhooks.ts'
import type { RESERVED_EVENT_NAMES } from '../../events/event-names.schema.ts'
import { CustomEvent, WEBHOOK_EVENTS, WebhookBatch, WebhookTestEvent } from './webhook-events.schema.ts'

type ReservedName = (typeof RESERVED_EVENT_NAMES)[number]

const MEANINGS: Record<ReservedName, string> = {
  'email.queued': 'An email was accepted',
  'email.sent': 'The next mail server accepted an email',
  'email.delivered': 'An email reached the mailbox',
  'email.deferred': 'An email is tried again later',
  'email.opened': 'An email was opened',
  'email.clicked': 'A link of an email was followed',
  'email.bounced': 'An email was rejected for good',
  'email.complained': 'An email was reported as spam',
  'email.failed': 'An email could not be sent',
  'email.suppressed': 'An email was held back',
  'email.rate_warning': 'Bounces or complaints are high',
  'email.paused': 'Marketing email was paused',
  'email.resumed': 'Marketing email goes on',
  'email.unknown_source': 'Others send as a domain',
  'email.alignment_dropped': 'Less email of a domain passes DMARC',
  'email.tls_failing': 'TLS sessions with a domain fail',
  'contact.created': 'A contact was created',
  'contact.subscribed': 'A contact subscribed',
  'contact.unsubscribed': 'A contact unsubscribed',
  'contact.topic_joined': 'A contact chose a topic',
  'contact.topic_left': 'A contact left a topic',
  'contact.confirmed': 'A contact confirmed a sign-up',
  'segment.entered': 'A contact entered a segment',
  'segment.left': 'A contact left a segment',
  'workflow.started': 'A contact started a workflow',
  'workflow.completed': 'A contact finished a workflow',
}

const DETAILS: Partial<Record<ReservedName, string>> = {
  'email.delivered': 'Only some transports can tell.',
  'email.opened': 'The first open of an email per verdict.',
  'email.clicked': 'The first click per link and verdict.',
  'email.suppressed':
    'By a suppression, because the contact unsubscribed or paused, or by the frequency cap of the project.',
  'email.unknown_source': 'By signed reports of receivers, once per network and domain.',
  'email.alignment_dropped': 'By signed reports of receivers, at most every 28 days per domain.',
  'email.tls_failing':
    'By signed reports of receivers, at most every 28 days per domain and kind of failure.',
  'segment.entered': 'Only segments with `trackMembership` have this event.',
  'segment.left': 'Only segments with `trackMembership` have this event.',
}

const SENT = 'Sent to the webhooks that want it, signed, and repeated until the server answers with 2xx.'

/** A schema has an id wherever the description names it. */
function idOf(schema: z.ZodType): string {
  const id = schema.meta()?.id
  if (id === undefined) throw new Error('the body of a webhook has a schema with an id')
  return id
}

export const WEBHOOK_DESCRIPTIONS: Webhooks = {
  ...Object.fromEntries(
    Object.entries(WEBHOOK_EVENTS).map(([name, schema]) => [
      name,
      {
        summary: MEANINGS[name as ReservedName],
        description: [DETAILS[name as ReservedName], SENT].filter(Boolean).join(' '),
        schema: idOf(schema),
      },
    ]),
  ),
  custom: {
    summary: 'An event of your own',
    description: `Recorded with \`POST /v1/track\`; \`type\` is its name. ${SENT}`,
    schema: idOf(CustomEvent),
  },
  batch: {
    summary: 'Several events in one request',
    description: `A webhook with \`batch\` gets this, also for a single event. ${SENT}`,
    schema: idOf(WebhookBatch),
  },
  'webhook.test': {
    summary: 'A test, which means nothing',
    description: `Sent by \`POST /webhooks/{id}/test\` to this webhook only.`,
    schema: idOf(WebhookTestEvent),
  },
}
