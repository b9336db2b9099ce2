// Records the results of attempts, and what they mean for the endpoint as a whole. Results that arrive while a transaction
// is running share the next one.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Trx } from '../../../platform/db/client.ts'
import type { Turns } from '../../../platform/concurrency/turns.ts'
import type { Deps } from '../../../platform/deps.ts'
import { updateWebhook } from '../endpoints/webhooks.queries.ts'
import type { WebhookRef, WebhookRow } from '../endpoints/webhooks.queries.ts'
import { switchOff } from '../endpoints/webhooks.service.ts'
import { GIVE_UP_AFTER_MS } from './retry-schedule.ts'
import type { SendResult } from './send-message.service.ts'
import { recordResults } from './turn.queries.ts'
import { createWebhookCounter, resultOf } from './webhook-metrics.ts'

export type Recorder = {
  add(result: SendResult): void
  /** @throws if results could not be written */
  settled(): Promise<void>
}

export function createRecorder(
  tools: Pick<Deps, 'database' | 'log' | 'metrics'> & { share: Turns },
  { ref, webhook }: { ref: WebhookRef; webhook: WebhookRow },
): Recorder {
  const { database, log, share } = tools
  const counter = createWebhookCounter(tools)
  const waiting: SendResult[] = []
  let failingSince = webhook.failing_since
  let isOff = false
  let writing: Promise<void> | undefined

  const write = async () => {
    while (waiting.length > 0) {
      const results = waiting.splice(0)
      const verdict = judge(failingSince, results)
      const record = async (trx: Trx) => {
        // The endpoint before its deliveries: retries and replays lock them in the same order.
        await applyVerdict(trx, { ref, verdict, before: failingSince })
        await recordResults(trx, { ...ref, results })
      }
      await share(ref.projectId, () => inTransaction(database.db, record)).catch((error: unknown) => {
        waiting.unshift(...results)
        throw error
      })
      for (const result of results) counter.add({ result: resultOf(result) }, result.deliveryIds.length)
      failingSince = verdict.failingSince
      if (verdict.offReason !== undefined && !isOff) {
        isOff = true
        log.warn({ ...ref, reason: verdict.offReason }, 'a webhook was switched off')
      }
    }
  }
  return {
    add(result) {
      waiting.push(result)
      writing ??= write().finally(() => (writing = undefined))
      // settled() reports the error; without this it would be an unhandled rejection until then.
      writing.catch(() => undefined)
    },
    async settled() {
      await writing
      if (waiting.length > 0) await write()
    },
  }
}

type Verdict = {
  failingSince: Date | null
  pausedUntil: Date | undefined
  offReason: string | undefined
  at: Date
}

function judge(before: Date | null, results: readonly SendResult[]): Verdict {
  let failingSince = before
  for (const { isDelivered, at } of results) failingSince = isDelivered ? null : (failingSince ?? at)
  const last = results.at(-1)
  const at = last?.at ?? new Date(0)
  const isGivenUp = failingSince !== null && at.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS
  return {
    failingSince,
    at,
    pausedUntil: last?.pausedUntil,
    offReason: results.some(({ isGone }) => isGone) ? GONE : isGivenUp ? GIVEN_UP : undefined,
  }
}

const GONE = 'The endpoint answered 410 Gone.'
const GIVEN_UP = 'Every request has failed for five days.'

async function applyVerdict(
  trx: Trx,
  { ref, verdict, before }: { ref: WebhookRef; verdict: Verdict; before: Date | null },
): Promise<void> {
  const { failingSince, pausedUntil, offReason, at } = verdict
  // First, because it takes the lock that changes of endpoints take before their rows.
  if (offReason !== undefined) await switchOff(trx, { ...ref, reason: offReason, now: at })
  if (failingSince !== before || pausedUntil) {
    await updateWebhook(trx, {
      ...ref,
      failing_since: failingSince,
      ...(pausedUntil && { paused_until: pausedUntil }),
    })
  }
}
