import { z } from 'zod'

/** Pages ignore what they do not know, also in the query. */
export const FrameQuery = z.object({ images: z.string().optional().catch(undefined) })
