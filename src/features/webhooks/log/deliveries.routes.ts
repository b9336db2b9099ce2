import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { toStartedOperation } from '../../operations/index.ts'
import { StartedOperation } from '../../operations/operations.schema.ts'
import { findWebhook } from '../endpoints/webhooks.queries.ts'
import { noWebhook } from '../endpoints/webhooks.service.ts'
import { countDeliveries, listDeliveries, toDelivery } from './deliveries.queries.ts'
import {
  DeliveryParams,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryList,
  WebhookDeliveryListQuery,
  WebhookReplay,
} from './deliveries.schema.ts'
import { readDelivery, retryDelivery, sendTest, startReplay } from './deliveries.service.ts'

const tags = ['Webhooks']

export function webhookDeliveryRoutes(app: App, { secrets, clock }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook',
        description:
          'Returns the deliveries of the webhook, sent and pending, newest first. Deliveries are kept for 30 days.',
        params: idParams<'webhook'>(),
        querystring: WebhookDeliveryListQuery,
        response: answers({ 200: WebhookDeliveryList }, [404]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, webhookId: request.params.id }
      if (!(await findWebhook(request.db, ref))) throw noWebhook()
      return listing(request, {
        name: 'deliveries',
        owner: ref.webhookId,
        page: (db, options) => listDeliveries(db, { ...options, ...ref }),
        count: (db, options) => countDeliveries(db, { ...options, ...ref }),
        item: toDelivery,
      })
    },
  )

  app.get(
    '/webhooks/:id/deliveries/:deliveryId',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getWebhookDelivery',
        summary: 'Get a delivery of a webhook',
        description: 'Returns the delivery with its request and the responses of the endpoint.',
        params: DeliveryParams,
        response: answers({ 200: WebhookDeliveryDetails }, [404]),
      },
    },
    (request) => readDelivery(request.db, refOf(request)),
  )

  app.post(
    '/webhooks/:id/deliveries/:deliveryId/retry',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'retryWebhookDelivery',
        summary: 'Send a delivery again',
        description:
          'Sends the event again now, whether it was delivered or has failed, with the same webhook-id. Failed attempts are repeated on the usual schedule. Returns 400 if the webhook is switched off.',
        params: DeliveryParams,
        response: answers({ 200: WebhookDelivery }, [404]),
      },
    },
    async (request) => toDelivery(await retryDelivery(request.db, { ...refOf(request), now: clock.now() })),
  )

  app.post(
    '/webhooks/:id/replay',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'replayWebhook',
        summary: 'Send the events of a time range again',
        description:
          'Sends every event that was recorded for the webhook between `from` and `to` again, with the same webhook-id as before. Returns a job; follow its progress with GET /jobs/{id}. Returns 400 if the webhook is switched off.',
        params: idParams<'webhook'>(),
        body: WebhookReplay,
        response: answers({ 202: StartedOperation }, [404]),
      },
    },
    async ({ db, body, projectId, params }, reply) => {
      const operation = await startReplay(db, { ...body, projectId, webhookId: params.id, now: clock.now() })
      return reply.code(202).send(toStartedOperation(operation))
    },
  )

  app.post(
    '/webhooks/:id/test',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'testWebhook',
        summary: 'Send a test event',
        description:
          'Sends an event of the type webhook.test to the webhook, regardless of the events it subscribes to, and returns its delivery. Get the delivery a moment later to see the response. Returns 400 if the webhook is switched off.',
        params: idParams<'webhook'>(),
        response: answers({ 200: WebhookDelivery }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = await sendTest(db, { projectId, webhookId: params.id, now: clock.now() })
      return toDelivery(row)
    },
  )
}

type DeliveryRequest = { projectId: ProjectId; params: z.output<typeof DeliveryParams> }

const refOf = ({ projectId, params }: DeliveryRequest) => ({
  projectId,
  webhookId: params.id,
  deliveryId: params.deliveryId,
})
