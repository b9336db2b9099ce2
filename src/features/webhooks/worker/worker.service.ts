import { createTurns } from '../../../platform/concurrency/turns.ts'
import { startWorkLoop } from '../../../platform/work/work-loop.ts'
import type { WorkKind } from '../../../platform/work/work-loop.ts'
import { TURN_TABLE } from '../turn-table.ts'
import { takeTurn } from './turn.service.ts'
import type { Tools } from './turn.service.ts'
import { registerWebhookGauges } from './webhook-metrics.ts'

// Endpoints that a node serves at the same time, in total and per project. Times CONNECTIONS, this is the number of requests
// that the HTTP client allows at once.
const SLOTS = 32
const SLOTS_PER_PROJECT = 8

// Longer than a turn and its last request take (turn.service.ts).
const LEASE_MS = 60_000

export const webhookWork = (tools: Tools): WorkKind => ({
  name: 'webhooks',
  table: TURN_TABLE,
  // A slow endpoint must not hold up another.
  batchSize: 1,
  slots: SLOTS,
  slotsPerProject: SLOTS_PER_PROJECT,
  leaseMs: LEASE_MS,
  async run(claims) {
    await Promise.all(claims.map((claim) => takeTurn(tools, claim)))
  },
})

export type WebhookWorker = { stop(): Promise<void> }

// A node has 20 connections by default; API requests need the others.
const DATABASE_CONNECTIONS = 4

export function startWebhookWorker(deps: Omit<Tools, 'signal' | 'share'>): WebhookWorker {
  registerWebhookGauges(deps)
  const stopping = new AbortController()
  const share = createTurns(DATABASE_CONNECTIONS)
  const loop = startWorkLoop(deps, webhookWork({ ...deps, share, signal: stopping.signal }))
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
