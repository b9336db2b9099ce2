import { z } from 'zod'

/** Pages ignore unknown parameters. */
export const FrameQuery = z.object({ images: z.string().optional().catch(undefined) })
