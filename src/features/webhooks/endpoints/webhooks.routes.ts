import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams, NoContent } from '../../../platform/http/replies/paging.schema.ts'
import { countWebhooks, findWebhook, listWebhooks, toWebhook } from './webhooks.queries.ts'
import {
  Webhook,
  WebhookCreate,
  WebhookList,
  WebhookListQuery,
  WebhookPatch,
  WebhookRotate,
  WebhookWithSecret,
} from './webhooks.schema.ts'
import { addWebhook, changeWebhook, noWebhook, removeWebhook, rotateSecret } from './webhooks.service.ts'

const tags = ['Webhooks']

export function webhookRoutes(app: App, deps: Deps): void {
  const listing = createListing(deps.secrets)

  app.get(
    '/webhooks',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Returns the webhooks of the project, newest first.',
        querystring: WebhookListQuery,
        response: answers({ 200: WebhookList }),
      },
    },
    (request) =>
      listing(request, { name: 'webhooks', page: listWebhooks, count: countWebhooks, item: toWebhook }),
  )

  app.post(
    '/webhooks',
    {
      config: { access: 'full', secretFields: ['secret'], beginsLate: true },
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Sends the chosen events to the URL from now on, as signed POST requests. Only this response contains the secret for verifying the signatures, so store it. Returns 422 if the URL is not http or https, or leads to a private address.',
        body: WebhookCreate,
        response: answers({ 201: WebhookWithSecret }),
      },
    },
    async ({ projectId, body: webhook, late }, reply) => {
      const { row, secret } = await addWebhook(late, { projectId, webhook, tools: deps })
      return reply.code(201).send({ ...toWebhook(row), secret })
    },
  )

  app.get(
    '/webhooks/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        description: 'Returns one webhook, without its secret.',
        params: idParams<'webhook'>(),
        response: answers({ 200: Webhook }, [404]),
      },
    },
    async ({ db, projectId, params }) => {
      const row = await findWebhook(db, { projectId, webhookId: params.id })
      if (!row) throw noWebhook()
      return toWebhook(row)
    },
  )

  app.patch(
    '/webhooks/:id',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Update a webhook',
        description:
          'Changes the given fields. Events that are waiting to be sent go to the new URL. Set `enabled` to true to switch on a webhook that Lettermill switched off.',
        params: idParams<'webhook'>(),
        body: WebhookPatch,
        response: answers({ 200: Webhook }, [404]),
      },
    },
    async ({ late, projectId, params, body }) => {
      const row = await changeWebhook(late, { projectId, webhookId: params.id, patch: body, tools: deps })
      return toWebhook(row)
    },
  )

  app.post(
    '/webhooks/:id/rotate',
    {
      config: { access: 'full', secretFields: ['secret'] },
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of a webhook',
        description:
          'Creates a new secret and shows it once. During the grace period requests carry two signatures, so both the old and the new secret verify them.',
        params: idParams<'webhook'>(),
        body: WebhookRotate,
        response: answers({ 200: WebhookWithSecret }, [404]),
      },
    },
    async ({ db, projectId, params, body }) => {
      const { row, secret } = await rotateSecret(db, {
        projectId,
        webhookId: params.id,
        graceSeconds: body.graceSeconds,
        tools: deps,
      })
      return { ...toWebhook(row), secret }
    },
  )

  app.delete(
    '/webhooks/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Deletes the webhook and its deliveries. Events that are waiting for it are not sent.',
        params: idParams<'webhook'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      await removeWebhook(db, { projectId, webhookId: params.id })
      return reply.code(204).send()
    },
  )
}
