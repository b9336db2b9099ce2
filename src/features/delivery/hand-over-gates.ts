// Limits how many emails of an engine are on connections, and how many may be in flight without a result on disk.
import { createGate } from '../../platform/concurrency/gate.ts'
import type { Gate, ResizableGate } from '../../platform/concurrency/gate.ts'

export type HandOverGates = {
  /** Emails on a connection, until the server has answered. */
  connections: Pick<ResizableGate, 'used'> & Gate
  /** Emails whose final dot is sent while their result is not on disk yet: those that a kill repeats. */
  unrecorded: Gate
}

export const createHandOverGates = (connections: number): HandOverGates => ({
  connections: createGate(connections),
  unrecorded: createGate(connections),
})
