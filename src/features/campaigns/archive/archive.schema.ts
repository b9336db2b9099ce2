import { z } from 'zod'

// The last page of an archive is reached long before.
const LAST_PAGE = 1_000

export const ArchiveEmailParams = z.object({ token: z.string(), slug: z.string() })

/** A page that does not exist counts as the first: people may have typed it. */
export const ArchiveListQuery = z.object({
  page: z.coerce.number().int().min(1).max(LAST_PAGE).catch(1).default(1),
})
