import { z } from 'zod'

/** For jobs that need no word about what to do: the scheduled ones. */
export const NoPayload = z.object({})
