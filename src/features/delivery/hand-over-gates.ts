// Limits how many emails of an engine are on connections, and how many may be in flight without a result on disk.
import { createGate } from '../../platform/concurrency/gate.ts'
import type { Gate, ResizableGate } from '../../platform/concurrency/gate.ts'
import type { ConnectionLimit } from '../../platform/email/smtp/connection-limit.ts'

export type HandOverGates = {
  /** Emails on a connection, until the server has answered. */
  connections: Pick<ResizableGate, 'used'> & Gate
  /** Emails whose final dot is sent while their result is not on disk yet: those that a kill repeats. */
  unrecorded: Gate
}

/** The used share of the connections, 0 to 1; 0 while the server allows fewer than the setting: more threads would not help. */
export const usedShare = (
  { current, most }: Pick<ConnectionLimit, 'current' | 'most'>,
  { connections }: Pick<HandOverGates, 'connections'>,
): number => (current < most ? 0 : connections.used / most)

export const createHandOverGates = (connections: number): HandOverGates => ({
  connections: createGate(connections),
  unrecorded: createGate(connections),
})
