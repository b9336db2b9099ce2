// The secrets of an endpoint: encrypted where they are stored, and bound to the endpoint that they belong to.
import { newWebhookSecret } from '../../../platform/outgoing/webhook-signature.ts'
import type { Binding, Secrets } from '../../../platform/secrets/secrets.ts'
import type { WebhookRef, WebhookRow } from './webhooks.queries.ts'

export type NewSecret = { text: string; sealed: Buffer }

export function makeSecret(secrets: Secrets, ref: WebhookRef): NewSecret {
  const text = newWebhookSecret()
  return { text, sealed: secrets.encrypt(Buffer.from(text), bindingOf(ref)) }
}

/** What requests are signed with now: the secret, and the one before it while that is still good. */
export function openSecrets(
  secrets: Secrets,
  { webhook, now }: { webhook: WebhookRow; now: Date },
): string[] {
  const ref = { projectId: webhook.project_id, webhookId: webhook.id } as WebhookRef
  const isOldGood = webhook.old_secret_until !== null && webhook.old_secret_until > now
  const sealed = [webhook.secret, ...(isOldGood && webhook.old_secret ? [webhook.old_secret] : [])]
  return sealed.map((one) => secrets.decrypt(one, bindingOf(ref)).toString())
}

const bindingOf = ({ projectId, webhookId }: WebhookRef): Binding => ({
  purpose: 'webhook',
  record: `${projectId} ${webhookId}`,
})
