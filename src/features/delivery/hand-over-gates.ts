// How many emails of an engine are on connections, and how many may be under way without a result on disk.
import { createGate } from '../../platform/concurrency/gate.ts'
import type { Gate } from '../../platform/concurrency/gate.ts'

export type HandOverGates = {
  /** Emails that have a connection, up to the answer of the server. */
  connections: Gate
  /** Emails whose final dot may be out while their result is not on disk yet: what a kill may repeat. */
  unrecorded: Gate
}

type Sizes = {
  /** Connections that the engine has now. */
  share: number
  /** MAIL_CONNECTIONS, which is also what a kill may repeat. */
  most: number
}

// A server that allows a single connection, though more are set, need not wait for each commit before the next email.
const FEWEST_UNRECORDED = 2

const unrecordedOf = ({ share, most }: Sizes): number => Math.min(most, Math.max(share, FEWEST_UNRECORDED))

export const createHandOverGates = (sizes: Sizes): HandOverGates => ({
  connections: createGate(sizes.share),
  unrecorded: createGate(unrecordedOf(sizes)),
})

/** Resolves to true when no more are inside, to false when they were resized again before. */
export async function resizeGates(
  { connections, unrecorded }: HandOverGates,
  sizes: Sizes,
): Promise<boolean> {
  const fits = await Promise.all([connections.resize(sizes.share), unrecorded.resize(unrecordedOf(sizes))])
  return fits.every(Boolean)
}
