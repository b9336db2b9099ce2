// Gives endpoints their turns, for as long as the node runs.
import { createTurns } from '../../../platform/concurrency/turns.ts'
import { startWorkLoop } from '../../../platform/work/work-loop.ts'
import type { WorkKind } from '../../../platform/work/work-loop.ts'
import { TURN_TABLE } from '../turn-table.ts'
import { takeTurn } from './turn.service.ts'
import type { Tools } from './turn.service.ts'
import { watchWebhooks } from './webhook-metrics.ts'

// Endpoints that are served at the same time, by a node and of one project: with CONNECTIONS for each this is what the
// HTTP client lets through at once.
const SLOTS = 32
const SLOTS_PER_PROJECT = 8

// Longer than a turn and its last request take (turn.service.ts).
const LEASE_MS = 60_000

export const turnsOf = (tools: Tools): WorkKind => ({
  name: 'webhooks',
  table: TURN_TABLE,
  // One endpoint that is slow must not hold up another.
  batchSize: 1,
  slots: SLOTS,
  slotsPerProject: SLOTS_PER_PROJECT,
  leaseMs: LEASE_MS,
  async run(claims) {
    await Promise.all(claims.map((claim) => takeTurn(tools, claim)))
  },
})

export type WebhookWorker = { stop(): Promise<void> }

// Of the 20 connections that a node has by default: requests of the API need the others.
const DATABASE_CONNECTIONS = 4

export function startWebhookWorker(deps: Omit<Tools, 'signal' | 'share'>): WebhookWorker {
  watchWebhooks(deps)
  const stopping = new AbortController()
  const share = createTurns(DATABASE_CONNECTIONS)
  const loop = startWorkLoop(deps, turnsOf({ ...deps, share, signal: stopping.signal }))
  return {
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
