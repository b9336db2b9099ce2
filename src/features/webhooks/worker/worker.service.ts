import { createTurns } from '../../../platform/concurrency/turns.ts'
import type { WebhookId } from '../../../platform/ids.ts'
import type { LeasedWork } from '../../../platform/work/work-kinds.ts'
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

export const webhookWork = (tools: Tools): LeasedWork<WebhookId> => ({
  type: 'leased',
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

// A node has 20 connections by default; API requests need the others.
const DATABASE_CONNECTIONS = 4

/** The work of a node, once per process; requests that run when it stops are aborted. */
export function createWebhookWork(deps: Omit<Tools, 'signal' | 'share'>): LeasedWork {
  registerWebhookGauges(deps)
  const stopping = new AbortController()
  const share = createTurns(DATABASE_CONNECTIONS)
  return {
    ...webhookWork({ ...deps, share, signal: stopping.signal }),
    abort: () => stopping.abort(),
  }
}
