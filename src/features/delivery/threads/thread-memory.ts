import type { Config } from '../../../platform/config.ts'
import { MOST_BYTES } from '../send-engine.service.ts'

/** What large emails of all threads may take together; see shared-memory-gate.ts. Three with the largest attachments. */
export const LARGE_EMAILS_BYTES = (3 / 4) * MOST_BYTES

// Enough for some dozens of newsletters of 100 kB at the same time.
const LEAST_OWN_BYTES = 4 * 1_048_576

/** What the ordinary emails of one thread may take. */
export const ownBytesOf = ({ sendThreads }: Pick<Config, 'sendThreads'>): number =>
  Math.max(LEAST_OWN_BYTES, (MOST_BYTES - LARGE_EMAILS_BYTES) / sendThreads)
