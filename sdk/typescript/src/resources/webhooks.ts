import { LONGEST_WAIT_MS, path } from '../core/request.ts'
import type { RequestOptions } from '../core/request.ts'
import { everyRecord, Resource } from '../core/resource.ts'
import type { PageQuery } from '../core/resource.ts'
import type { Result } from '../core/result.ts'
import type { Body, Data, Query } from '../operation-types.ts'
import { verifyWebhook, verifyWebhookBatch } from '../verify-webhook.ts'
import type { WebhookMessage } from '../verify-webhook.ts'
import type { WebhookEvent } from '../webhook-event.ts'

export class Webhooks extends Resource {
  /** The event of a request to your server; rejects with a WebhookVerificationError if the signature is not right. */
  verify(message: WebhookMessage): Promise<WebhookEvent> {
    return verifyWebhook(message)
  }

  /** The events of a request of a webhook that sends batches. */
  verifyBatch(message: WebhookMessage): Promise<WebhookEvent[]> {
    return verifyWebhookBatch(message)
  }

  /** Listen for the events of the project without a webhook, for local development: waits up to a minute for the next ones. */
  listen(
    query: Query<'listenToEvents'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listenToEvents'>>> {
    return this.client.request(
      { method: 'GET', path: '/webhooks/listen', query },
      { timeoutMs: LONGEST_WAIT_MS, ...options },
    )
  }

  /** Create a webhook. */
  create(body: Body<'createWebhook'>, options: RequestOptions = {}): Promise<Result<Data<'createWebhook'>>> {
    return this.client.request({ method: 'POST', path: '/webhooks', body }, options)
  }

  /** List webhooks. */
  list(
    query: Query<'listWebhooks'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listWebhooks'>>> {
    return this.client.request({ method: 'GET', path: '/webhooks', query }, options)
  }

  /** List webhooks: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAll(query: Query<'listWebhooks'> = {}, options: RequestOptions = {}) {
    return everyRecord('webhooks', query, (place: PageQuery) => this.list({ ...query, ...place }, options))
  }

  /** Get a webhook. */
  get(id: string, options: RequestOptions = {}): Promise<Result<Data<'getWebhook'>>> {
    return this.client.request({ method: 'GET', path: path`/webhooks/${id}` }, options)
  }

  /** Update a webhook. */
  update(
    id: string,
    body: Body<'updateWebhook'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'updateWebhook'>>> {
    return this.client.request({ method: 'PATCH', path: path`/webhooks/${id}`, body }, options)
  }

  /** Delete a webhook. */
  delete(id: string, options: RequestOptions = {}): Promise<Result<Data<'deleteWebhook'>>> {
    return this.client.request({ method: 'DELETE', path: path`/webhooks/${id}` }, options)
  }

  /** Rotate the secret of a webhook. */
  rotate(
    id: string,
    body: Body<'rotateWebhookSecret'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'rotateWebhookSecret'>>> {
    return this.client.request({ method: 'POST', path: path`/webhooks/${id}/rotate`, body }, options)
  }

  /** List the deliveries of a webhook. */
  listDeliveries(
    id: string,
    query: Query<'listWebhookDeliveries'> = {},
    options: RequestOptions = {},
  ): Promise<Result<Data<'listWebhookDeliveries'>>> {
    return this.client.request({ method: 'GET', path: path`/webhooks/${id}/deliveries`, query }, options)
  }

  /** List the deliveries of a webhook: all of them, page by page; throws a LettermillError if a page cannot be read. */
  listAllDeliveries(id: string, query: Query<'listWebhookDeliveries'> = {}, options: RequestOptions = {}) {
    return everyRecord('deliveries', query, (place: PageQuery) =>
      this.listDeliveries(id, { ...query, ...place }, options),
    )
  }

  /** Get a delivery of a webhook. */
  getDelivery(
    id: string,
    deliveryId: string,
    options: RequestOptions = {},
  ): Promise<Result<Data<'getWebhookDelivery'>>> {
    return this.client.request(
      { method: 'GET', path: path`/webhooks/${id}/deliveries/${deliveryId}` },
      options,
    )
  }

  /** Send a delivery again. */
  retryDelivery(
    id: string,
    deliveryId: string,
    options: RequestOptions = {},
  ): Promise<Result<Data<'retryWebhookDelivery'>>> {
    return this.client.request(
      { method: 'POST', path: path`/webhooks/${id}/deliveries/${deliveryId}/retry` },
      options,
    )
  }

  /** Send the events of a time range again. */
  replay(
    id: string,
    body: Body<'replayWebhook'>,
    options: RequestOptions = {},
  ): Promise<Result<Data<'replayWebhook'>>> {
    return this.client.request({ method: 'POST', path: path`/webhooks/${id}/replay`, body }, options)
  }

  /** Send a test event. */
  test(id: string, options: RequestOptions = {}): Promise<Result<Data<'testWebhook'>>> {
    return this.client.request({ method: 'POST', path: path`/webhooks/${id}/test` }, options)
  }
}
