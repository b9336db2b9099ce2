// An endpoint's turn: a worker has it to itself for some seconds, sends what is due over a few connections and writes
// down the answers as they come. What is not written down when a worker dies is sent again by the next one.
import { inTransaction } from '../../../platform/db/client.ts'
import type { Turns } from '../../../platform/concurrency/turns.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { WebhookId } from '../../../platform/ids.ts'
import { holdClaims } from '../../../platform/work/due-rows.ts'
import type { Claim } from '../../../platform/work/due-rows.ts'
import { findWebhook } from '../endpoints/webhooks.queries.ts'
import type { WebhookRef, WebhookRow } from '../endpoints/webhooks.queries.ts'
import { TURN_TABLE } from '../turn-table.ts'
import { nextMessages } from './messages.service.ts'
import type { Message } from './messages.service.ts'
import { createRecorder } from './recorder.service.ts'
import { sendMessage } from './send-message.service.ts'
import type { SentResult } from './send-message.service.ts'
import { failDue, findNextDue, updateTurn } from './turn.queries.ts'

// A receiver answers in milliseconds, so that eight connections carry hundreds of events per second; more would be
// unfriendly to small servers.
export const CONNECTIONS = 8

// Deliveries that are read at once: a few for each connection.
const MESSAGES_AT_ONCE = 100

// Nothing new is begun after this, so that the turn ends within its lease also if the last request takes all its time.
const TURN_MS = 20_000

// So many failures in a row mean that the endpoint is in trouble, not that it does not like one event. One that took so
// long counts for all of them: the others would take as long.
const MOST_FAILURES = 10
const SLOW_MS = 5_000

// An endpoint that nothing has reached for so long is down: it is asked with one request at a time.
const DOWN_AFTER_MS = 30_000

// An endpoint in trouble is asked again after this, and after a tenth of the time that it has been failing.
const SHORTEST_REST_MS = 5_000
const LONGEST_REST_MS = 300_000

// Deliveries of an endpoint that is switched off, which fail at once.
const FAILED_AT_ONCE = 1_000

export type Tools = Pick<Deps, 'database' | 'clock' | 'log' | 'http' | 'metrics' | 'secrets'> & {
  /** Aborted when the node is asked to stop: what is under way is finished, and nothing else begun. */
  signal: AbortSignal
  /** For everything that needs the database: turns share a few of its connections, and projects take turns. */
  share: Turns
}

export async function takeTurn(tools: Tools, claim: Claim): Promise<void> {
  const ref = { projectId: claim.projectId, webhookId: claim.id as WebhookId }
  const find = () => findWebhook(tools.database.db, ref)
  const webhook = await tools.share(ref.projectId, find)
  // Its turn went with it.
  if (!webhook) return
  const restUntil = webhook.enabled ? await deliverDue(tools, { ref, webhook }) : await failAll(tools, ref)
  await tools.share(ref.projectId, () => endTurn(tools, { claim, ref, restUntil }))
}

type Ending = { claim: Claim; ref: WebhookRef; restUntil: Date | undefined }

/** Looks for more deliveries once it holds the row, for which whoever writes some meanwhile waits (wakeRows). */
async function endTurn({ database }: Tools, { claim, ref, restUntil }: Ending): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    const [held] = await holdClaims(trx, { table: TURN_TABLE, claims: [claim] })
    if (!held) return
    const next = await findNextDue(trx, ref)
    await updateTurn(trx, { ...ref, dueAt: next && restUntil && restUntil > next ? restUntil : next })
  })
}

async function failAll(tools: Tools, ref: WebhookRef): Promise<undefined> {
  const { database, clock } = tools
  const beganAt = performance.now()
  const failSome = () =>
    tools.share(ref.projectId, () =>
      failDue(database.db, { ...ref, now: clock.now(), limit: FAILED_AT_ONCE }),
    )
  while ((await failSome()) === FAILED_AT_ONCE && !isOver(tools, beganAt));
  return undefined
}

type Turn = { ref: WebhookRef; webhook: WebhookRow }

/** Until when the endpoint is to be left alone, if it is. */
async function deliverDue(tools: Tools, { ref, webhook: given }: Turn): Promise<Date | undefined> {
  const beganAt = performance.now()
  let webhook = given
  for (;;) {
    const now = tools.clock.now()
    if (webhook.paused_until && webhook.paused_until > now) return webhook.paused_until
    const isDown = failingMs(webhook, now) >= DOWN_AFTER_MS
    const limit = isDown ? 1 : MESSAGES_AT_ONCE
    const asked = { ...ref, webhook, limit, now }
    const messages = await tools.share(ref.projectId, () => nextMessages(tools.database.db, asked))
    const { failures, isMore } = await sendAll(tools, { ref, webhook, messages, beganAt })
    const after = await tools.share(ref.projectId, () => findWebhook(tools.database.db, ref))
    // Switched off, or deleted.
    if (!after?.enabled) return undefined
    webhook = after
    if (failures > 0 && (isDown || failures >= MOST_FAILURES)) return restOf(webhook, tools.clock.now())
    if (messages.length === 0 || isMore || isOver(tools, beganAt)) return undefined
  }
}

const isOver = ({ signal }: Tools, beganAt: number): boolean =>
  signal.aborted || performance.now() - beganAt > TURN_MS

const failingMs = ({ failing_since: since }: WebhookRow, now: Date): number =>
  since === null ? 0 : now.getTime() - since.getTime()

function restOf(webhook: WebhookRow, now: Date): Date {
  const restMs = Math.max(failingMs(webhook, now) / 10, SHORTEST_REST_MS)
  return new Date(now.getTime() + Math.min(restMs, LONGEST_REST_MS))
}

/** It is gone, or wants to be left alone. */
const isRefusing = ({ isGone, pausedUntil }: SentResult): boolean => isGone || pausedUntil !== undefined

type Sending = Turn & { messages: Message[]; beganAt: number }

/** `failures`: in a row, to the end. `isMore`: not everything was sent, because the turn was over. */
async function sendAll(tools: Tools, { ref, webhook, messages, beganAt }: Sending) {
  const recorder = createRecorder(tools, { ref, webhook })
  const left = messages.values()
  let failures = 0
  let isMore = false
  const lane = async () => {
    for (const message of left) {
      const result = await sendMessage(tools, { webhook, message })
      failures = result.isDelivered ? 0 : failures + (result.durationMs >= SLOW_MS ? MOST_FAILURES : 1)
      recorder.add(result)
      isMore ||= failures >= MOST_FAILURES || isRefusing(result) || isOver(tools, beganAt)
      if (isMore) return
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, messages.length) }, lane))
  await recorder.settled()
  return { failures, isMore }
}
