import { z } from 'zod'
import { Instant } from '../../../platform/schemas/bounded.schema.ts'
import { addressSearch, listFields, PageQuery, PathId } from '../../../platform/http/replies/paging.schema.ts'
import { DELIVERY_STATUSES } from './deliveries.values.ts'

const Status = z
  .enum(DELIVERY_STATUSES)
  .describe(
    'PENDING: waiting for the first or the next attempt. DELIVERED: the endpoint answered 2xx. FAILED: no attempt is left.',
  )

export const WebhookDelivery = z
  .object({
    id: z.string(),
    eventId: z.string().describe('Id of the event; the header webhook-id of a request with one event.'),
    type: z.string().describe('Name of the event.'),
    status: Status,
    attempts: z.int().describe('Attempts so far.'),
    lastStatus: z.int().nullable().describe('HTTP status of the last response; null if there was none.'),
    nextAttemptAt: z.iso
      .datetime()
      .nullable()
      .describe('When the next attempt is due; null if there is none.'),
    createdAt: z.iso.datetime(),
    deliveredAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

export const WebhookDeliveryDetails = WebhookDelivery.extend({
  request: z
    .object({
      method: z.literal('POST'),
      url: z.string(),
      headers: z
        .record(z.string(), z.string())
        .describe('The headers, except webhook-timestamp and webhook-signature, which differ per attempt.'),
      body: z.string().describe('The JSON body, identical on every attempt.'),
    })
    .describe('The request to the endpoint.'),
  answers: z
    .array(
      z.object({
        at: z.iso.datetime(),
        status: z.int().nullable().describe('HTTP status; null if there was no response.'),
        body: z.string().nullable().describe('The first 4 kB of the response.'),
        error: z.string().nullable().describe('Why there was no response.'),
        durationMs: z.int(),
      }),
    )
    .describe('One entry per attempt, oldest first; the newest 50.'),
}).meta({ id: 'WebhookDeliveryDetails' })

export const WebhookDeliveryList = z
  .object({ deliveries: z.array(WebhookDelivery), ...listFields })
  .meta({ id: 'WebhookDeliveryList' })

export const WebhookDeliveryListQuery = PageQuery.extend({
  status: Status.optional().describe('Only deliveries with this status.'),
  search: addressSearch.describe(
    'Part of the address of the contact that the event is about, case-insensitive; or the id of the delivery or of its event.',
  ),
})

export const DeliveryParams = z.object({
  id: PathId.brand<'webhook'>().describe('Id of the webhook.'),
  deliveryId: PathId.brand<'webhook delivery'>().describe('Id of the delivery.'),
})

export const WebhookReplay = z
  .object({
    from: Instant.describe('Events recorded at this time or later.'),
    to: Instant.describe('Events recorded at this time or earlier.'),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'must not be before from',
    params: { code: 'invalid_date' },
  })
  .meta({ id: 'WebhookReplay' })

/** Stored with the operation. */
export const ReplayRequest = z.object({
  webhookId: z.string().brand<'webhook'>(),
  from: z.string(),
  to: z.string(),
})
export const ReplayPosition = z.object({ after: z.string() })
