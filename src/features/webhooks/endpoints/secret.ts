// The secrets of an endpoint, stored encrypted and bound to their endpoint.
import { newWebhookSecret } from '../../../platform/outgoing/webhook-signature.ts'
import type { Binding, Secrets } from '../../../platform/secrets/secrets.ts'
import type { WebhookRef, WebhookRow } from './webhooks.queries.ts'

export type NewSecret = { text: string; sealed: Buffer }

export function makeSecret(secrets: Secrets, ref: WebhookRef): NewSecret {
  const text = newWebhookSecret()
  return { text, sealed: secrets.encrypt(Buffer.from(text), webhookBinding(ref)) }
}

/** The secrets to sign requests with: the current one, and the previous one until its grace period ends. */
export function openSecrets(
  secrets: Secrets,
  { webhook, now }: { webhook: WebhookRow; now: Date },
): string[] {
  const ref = { projectId: webhook.project_id, webhookId: webhook.id } as WebhookRef
  const isOldValid = webhook.old_secret_until !== null && webhook.old_secret_until > now
  const sealed = [webhook.secret, ...(isOldValid && webhook.old_secret ? [webhook.old_secret] : [])]
  return sealed.map((one) => secrets.decrypt(one, webhookBinding(ref)).toString())
}

export const webhookBinding = ({ projectId, webhookId }: WebhookRef): Binding => ({
  purpose: 'webhook',
  record: `${projectId} ${webhookId}`,
})
