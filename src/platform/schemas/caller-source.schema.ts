import { z } from 'zod'

/** The key or the member that asked for a job, stored with it. Absent in jobs of earlier versions. */
export const StoredCaller = z
  .object({ kind: z.enum(['api_key', 'member']), id: z.string().nullable() })
  .optional()
