import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { StartedOperation } from '../../../../src/features/operations/operations.schema.ts'
import type {
  WebhookCreate,
  WebhookList,
  WebhookPatch,
  Webhook as WebhookSchema,
  WebhookWithSecret,
} from '../../../../src/features/webhooks/endpoints/webhooks.schema.ts'
import type {
  WebhookDeliveryDetails,
  WebhookDeliveryList,
  WebhookDelivery as WebhookDeliverySchema,
} from '../../../../src/features/webhooks/log/deliveries.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Webhook = z.infer<typeof WebhookSchema>
export type SecretWebhook = z.infer<typeof WebhookWithSecret>
export type WebhookDelivery = z.infer<typeof WebhookDeliverySchema>
export type WebhookDeliveryRecord = z.infer<typeof WebhookDeliveryDetails>

export const webhookListQuery = (api: ProjectApi) =>
  listOptions<z.infer<typeof WebhookList>>(api, '/webhooks')

export const webhookQuery = (api: ProjectApi, webhookId: string) =>
  recordOptions<Webhook>(api, ['/webhooks', webhookId])

type Filter = { status?: WebhookDelivery['status'] | undefined; search?: string | undefined }

export const deliveryListQuery = (api: ProjectApi, webhookId: string, filter: Filter = {}) =>
  listOptions<z.infer<typeof WebhookDeliveryList>>(api, `/webhooks/${webhookId}/deliveries`, filter)

// A retry follows some seconds after an attempt.
const POLL_MS = 2_000

export const deliveryQuery = (api: ProjectApi, webhookId: string, deliveryId: string) =>
  queryOptions({
    ...recordOptions<WebhookDeliveryRecord>(api, [`/webhooks/${webhookId}/deliveries`, deliveryId]),
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? POLL_MS : false),
  })

export const createWebhook = (api: ProjectApi, webhook: z.input<typeof WebhookCreate>) =>
  api.post<SecretWebhook>('/webhooks', webhook)

export const changeWebhook = (api: ProjectApi, id: string, patch: z.input<typeof WebhookPatch>) =>
  api.patch<Webhook>(`/webhooks/${id}`, patch)

export const rotateWebhook = (api: ProjectApi, id: string, graceSeconds: number) =>
  api.post<SecretWebhook>(`/webhooks/${id}/rotate`, { graceSeconds })

export const deleteWebhook = (api: ProjectApi, id: string) => api.delete<undefined>(`/webhooks/${id}`)

export const testWebhook = (api: ProjectApi, id: string) => api.post<WebhookDelivery>(`/webhooks/${id}/test`)

export const resendDelivery = (api: ProjectApi, id: string, deliveryId: string) =>
  api.post<WebhookDelivery>(`/webhooks/${id}/deliveries/${deliveryId}/retry`)

export const replayWebhook = (api: ProjectApi, id: string, range: { from: string; to: string }) =>
  api.post<z.infer<typeof StartedOperation>>(`/webhooks/${id}/replay`, range)
