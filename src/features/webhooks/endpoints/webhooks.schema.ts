import { z } from 'zod'
import { GraceSeconds } from '../../../platform/outgoing/secret-rotation.schema.ts'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { listFields, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { EventName } from '../../events/event-name.schema.ts'

const LONGEST_DESCRIPTION = 500
// As in platform/outgoing/target.ts, which checks the rest of the URL.
const LONGEST_URL = 2048
// More than there are events of our own; beyond that, "*" is the better choice.
const MOST_EVENTS = 100

const MOST_BATCH = 500
const LONGEST_WAIT_MS = 60_000

const Url = textUpTo(LONGEST_URL)
  .min(1, 'must not be empty')
  .describe(
    'Where the events are sent with POST: http or https, at a public address. Redirects are not followed.',
  )

const Events = z
  .array(EventName)
  .min(1, 'must have at least one name; "*" means every event')
  .max(MOST_EVENTS, { error: `must have at most ${MOST_EVENTS} names; "*" means every event`, abort: true })
  .describe(
    'Names of the events to send: events of Lettermill, such as email.bounced or contact.unsubscribed, and your own. "*" means every event.',
  )

const Batch = z
  .object({
    max: z
      .int()
      .min(1, 'must be at least 1')
      .max(MOST_BATCH, `must be at most ${MOST_BATCH}`)
      .describe('Maximum number of events per request.'),
    waitMs: z
      .int()
      .min(0, 'must be at least 0')
      .max(LONGEST_WAIT_MS, `must be at most ${LONGEST_WAIT_MS}`)
      .describe('How long the first event of a batch waits for others, in milliseconds.'),
  })
  .describe('Sends several events per request, as an array with one signature. null: one event per request.')

const description = textUpTo(LONGEST_DESCRIPTION)

export const Webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.string()).describe('Names of the events; "*" means every event.'),
    enabled: z.boolean().describe('Whether events are sent.'),
    batch: z.object({ max: z.int(), waitMs: z.int() }).nullable().describe('null: one event per request.'),
    disabledReason: z
      .string()
      .nullable()
      .describe('Why Lettermill switched the webhook off; null if it did not.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' })

export const WebhookWithSecret = Webhook.extend({
  secret: z
    .string()
    .nullable()
    .describe('The secret for verifying signatures (whsec_…), shown only once; null in a replayed response.'),
}).meta({ id: 'WebhookWithSecret' })

export const WebhookList = z.object({ webhooks: z.array(Webhook), ...listFields }).meta({ id: 'WebhookList' })

export const WebhookListQuery = PageQuery

export const WebhookCreate = z
  .object({
    url: Url,
    description: description.nullish(),
    events: Events,
    enabled: z.boolean().nullish().describe('Default: true.'),
    batch: Batch.nullish(),
  })
  .meta({ id: 'WebhookCreate' })

export const WebhookPatch = z
  .object({
    url: Url.optional(),
    description: description.nullish().describe('null removes it.'),
    events: Events.optional(),
    enabled: z
      .boolean()
      .optional()
      .describe(
        'true also clears disabledReason. While a webhook is off, no events are recorded for it and waiting deliveries fail; send those with a replay.',
      ),
    batch: Batch.nullish().describe('null: one event per request.'),
  })
  .meta({ id: 'WebhookPatch' })

export const WebhookRotate = z.object({ graceSeconds: GraceSeconds }).meta({ id: 'WebhookRotate' })
