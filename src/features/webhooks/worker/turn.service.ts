// An endpoint's turn: one worker serves it for some seconds, sends due deliveries over a few connections and records the
// results as they come. Results that a dying worker did not record are sent again by the next one.
import type { Turns } from '../../../platform/concurrency/turns.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { WebhookId } from '../../../platform/ids.ts'
import { holdingClaim } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import { TURN_TABLE } from '../turn-table.ts'
import { findWebhook } from '../endpoints/webhooks.queries.ts'
import type { WebhookRef, WebhookRow } from '../endpoints/webhooks.queries.ts'
import { nextMessages } from './messages.service.ts'
import type { Message } from './messages.service.ts'
import { createRecorder } from './recorder.service.ts'
import { sendMessage } from './send-message.service.ts'
import type { SendResult } from './send-message.service.ts'
import { failDue, findNextDue, updateTurn } from './turn.queries.ts'

// A receiver answers in milliseconds, so eight connections carry hundreds of events per second; more would overload small
// servers.
export const CONNECTIONS = 8

// A few for each connection.
const MESSAGES_AT_ONCE = 100

// No request starts after this, so the turn ends within its lease even if the last request times out.
const TURN_MS = 20_000

// After this many failures in a row the endpoint is in trouble; fewer may be about single events. One slow failure counts as
// all of them, because the others would take as long.
const MAX_FAILURES = 10
const SLOW_MS = 5_000

// An endpoint that has failed for this long is down: it gets one request at a time.
const DOWN_AFTER_MS = 30_000

// An endpoint in trouble rests for a tenth of the time that it has been failing, within these limits.
const MIN_REST_MS = 5_000
const MAX_REST_MS = 300_000

const FAIL_BATCH = 1_000

export type Tools = Pick<Deps, 'database' | 'clock' | 'log' | 'http' | 'metrics' | 'secrets'> & {
  /** Aborted when the node stops: running requests are finished, and no others start. */
  signal: AbortSignal
  /** Wraps every use of the database: all turns share a few connections, fairly among projects. */
  share: Turns
}

export async function takeTurn(tools: Tools, claim: Claim<WebhookId>): Promise<void> {
  const ref = { projectId: claim.projectId, webhookId: claim.id }
  const find = () => findWebhook(tools.database.db, ref)
  const webhook = await tools.share(ref.projectId, find)
  // Deleted, together with its turn.
  if (!webhook) return
  const restUntil = webhook.enabled ? await deliverDue(tools, { ref, webhook }) : await failAll(tools, ref)
  await tools.share(ref.projectId, () => endTurn(tools, { claim, ref, restUntil }))
}

type EndTurnInput = { claim: Claim; ref: WebhookRef; restUntil: Date | undefined }

/** Looks for more deliveries while it holds the row, which every writer of new ones waits for (wakeRows). */
async function endTurn({ database }: Tools, { claim, ref, restUntil }: EndTurnInput): Promise<void> {
  await holdingClaim(database.db, { table: TURN_TABLE, claim }, async (trx) => {
    const next = await findNextDue(trx, ref)
    await updateTurn(trx, { ...ref, dueAt: next && restUntil && restUntil > next ? restUntil : next })
  })
}

async function failAll(tools: Tools, ref: WebhookRef): Promise<undefined> {
  const { database, clock } = tools
  const beganAt = performance.now()
  const failBatch = () =>
    tools.share(ref.projectId, () => failDue(database.db, { ...ref, now: clock.now(), limit: FAIL_BATCH }))
  while ((await failBatch()) === FAIL_BATCH && !isOver(tools, beganAt));
  return undefined
}

type Turn = { ref: WebhookRef; webhook: WebhookRow }

/** Returns until when the endpoint rests, if it does. */
async function deliverDue(tools: Tools, { ref, webhook: first }: Turn): Promise<Date | undefined> {
  const beganAt = performance.now()
  let webhook = first
  for (;;) {
    const now = tools.clock.now()
    if (webhook.paused_until && webhook.paused_until > now) return webhook.paused_until
    const isDown = failingMs(webhook, now) >= DOWN_AFTER_MS
    const limit = isDown ? 1 : MESSAGES_AT_ONCE
    const input = { ...ref, webhook, limit, now }
    const messages = await tools.share(ref.projectId, () => nextMessages(tools.database.db, input))
    const { failures, isMore } = await sendAll(tools, { ref, webhook, messages, beganAt })
    const after = await tools.share(ref.projectId, () => findWebhook(tools.database.db, ref))
    // Switched off, or deleted.
    if (!after?.enabled) return undefined
    webhook = after
    if (failures > 0 && (isDown || failures >= MAX_FAILURES)) return restUntilOf(webhook, tools.clock.now())
    if (messages.length === 0 || isMore || isOver(tools, beganAt)) return undefined
  }
}

const isOver = ({ signal }: Tools, beganAt: number): boolean =>
  signal.aborted || performance.now() - beganAt > TURN_MS

const failingMs = ({ failing_since: since }: WebhookRow, now: Date): number =>
  since === null ? 0 : now.getTime() - since.getTime()

function restUntilOf(webhook: WebhookRow, now: Date): Date {
  const restMs = Math.max(failingMs(webhook, now) / 10, MIN_REST_MS)
  return new Date(now.getTime() + Math.min(restMs, MAX_REST_MS))
}

const isRefusing = ({ isGone, pausedUntil }: SendResult): boolean => isGone || pausedUntil !== undefined

type SendAllInput = Turn & { messages: Message[]; beganAt: number }

/** `failures`: in a row, up to the last attempt. `isMore`: the turn ended before everything was sent. */
async function sendAll(tools: Tools, { ref, webhook, messages, beganAt }: SendAllInput) {
  const recorder = createRecorder(tools, { ref, webhook })
  const queue = messages.values()
  let failures = 0
  let isMore = false
  const connection = async () => {
    for (const message of queue) {
      const result = await sendMessage(tools, { webhook, message })
      failures = result.isDelivered ? 0 : failures + (result.durationMs >= SLOW_MS ? MAX_FAILURES : 1)
      recorder.add(result)
      isMore ||= failures >= MAX_FAILURES || isRefusing(result) || isOver(tools, beganAt)
      if (isMore) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, messages.length) }, connection))
  await recorder.settled()
  return { failures, isMore }
}
