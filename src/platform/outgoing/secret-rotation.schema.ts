import { z } from 'zod'

const MOST_GRACE_SECONDS = 30 * 86_400

/** For replacing the secret that signs requests to a webhook or workflow URL. */
export const GraceSeconds = z
  .int()
  .min(0, 'must be at least 0')
  .max(MOST_GRACE_SECONDS, 'must be at most 2592000 (30 days)')
  .default(86_400)
  .describe('Seconds for which requests are also signed with the old secret. Default: 86400 (a day).')
