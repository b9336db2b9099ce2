import { newId } from '../../../platform/ids.ts'
import type { Id } from '../../../platform/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Outcome } from '../../../platform/outgoing/http-client.ts'
import { readRetryAfter } from '../../../platform/outgoing/retry-after.ts'
import { signWebhook } from '../../../platform/outgoing/webhook-signature.ts'
import { openSecrets } from '../endpoints/secret.ts'
import type { WebhookRow } from '../endpoints/webhooks.queries.ts'
import { requestHeaders } from '../message.ts'
import type { Message } from './messages.service.ts'
import { nextAttempt } from './retry-schedule.ts'
import type { AttemptResult } from './turn.queries.ts'

// As Standard Webhooks advises: a receiver that needs longer should answer first and do its work afterwards.
export const TIMEOUT_MS = 15_000

const GONE = 410

export type SendResult = AttemptResult & {
  /** The endpoint answered 410 Gone. */
  isGone: boolean
  /** From Retry-After. */
  pausedUntil: Date | undefined
}

/** Sends one request. The caller records the result. */
export async function sendMessage(
  { clock, http, secrets }: Pick<Deps, 'clock' | 'http' | 'secrets'>,
  { webhook, message }: { webhook: WebhookRow; message: Message },
): Promise<SendResult> {
  const at = clock.now()
  const beganAt = performance.now()
  const { id, body } = message
  const signature = signWebhook({ id, at, body, secrets: openSecrets(secrets, { webhook, now: at }) })
  const outcome = await http.send({
    url: webhook.url,
    headers: { ...requestHeaders, ...signature },
    body,
    timeoutMs: TIMEOUT_MS,
  })
  const now = clock.now()
  const isDelivered = outcome.status === 'answered' && outcome.statusCode >= 200 && outcome.statusCode < 300
  const isGone = outcome.status === 'answered' && outcome.statusCode === GONE
  const retryAfterMs =
    outcome.status === 'answered' && !isDelivered ? readRetryAfter(outcome.retryAfter, now) : undefined
  const next = isDelivered || isGone ? undefined : nextAttempt({ step: message.step + 1, retryAfterMs, now })
  return {
    attemptId: newId<Id<'attempt'>>(now),
    messageId: id,
    deliveryIds: message.deliveryIds,
    ...answerOf(outcome),
    durationMs: Math.round(performance.now() - beganAt),
    at: now,
    isDelivered,
    isGone,
    nextAttemptAt: next ?? null,
    pausedUntil: retryAfterMs === undefined ? undefined : new Date(now.getTime() + retryAfterMs),
  }
}

function answerOf(outcome: Outcome): Pick<AttemptResult, 'statusCode' | 'answer' | 'error'> {
  if (outcome.status === 'answered') {
    return { statusCode: outcome.statusCode, answer: outcome.body, error: null }
  }
  const error = outcome.status === 'refused' ? `the URL ${outcome.reason}` : outcome.reason
  return { statusCode: null, answer: null, error }
}
