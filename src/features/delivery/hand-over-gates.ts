// Limits how many emails of an engine are on connections, and how many may be in flight without a result on disk.
import { createGate } from '../../platform/concurrency/gate.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'

export type HandOverGates = {
  /** Emails on a connection, until the server has answered. */
  connections: Gate
  /** Emails whose final dot is sent while their result is not on disk yet: those that a kill repeats. */
  unrecorded: Gate
}

type Sizes = {
  /** Connections of the engine. */
  share: number
  /** MAIL_CONNECTIONS, which is also the most emails that a kill repeats. */
  most: number
}

// With a server that allows a single connection, though more are set, emails need not wait for each commit.
const FEWEST_UNRECORDED = 2

const unrecordedOf = ({ share, most }: Sizes): number => Math.min(most, Math.max(share, FEWEST_UNRECORDED))

export const createHandOverGates = (sizes: Sizes): HandOverGates => ({
  connections: createGate(sizes.share),
  unrecorded: createGate(unrecordedOf(sizes)),
})

/** Resolves to true once the emails inside fit, to false if the gates are resized again before that. */
export async function resizeGates(
  { connections, unrecorded }: HandOverGates,
  sizes: Sizes,
): Promise<boolean> {
  const fits = await Promise.all([connections.resize(sizes.share), unrecorded.resize(unrecordedOf(sizes))])
  return fits.every(Boolean)
}
