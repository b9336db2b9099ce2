import { z } from 'zod'

/** For scheduled jobs, which need no payload. */
export const NoPayload = z.object({})
