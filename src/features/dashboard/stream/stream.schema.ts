import { z } from 'zod'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'

/** What a page can be told of. */
export const TOPICS = [
  'emails',
  'contacts',
  'events',
  'imports',
  'campaigns',
  'workflows',
  'domains',
] as const
export type Topic = (typeof TOPICS)[number]

// An id; the check of the session says what is wrong with another.
const LONGEST_ID = 100

export const StreamQuery = z.object({
  project: textUpTo(LONGEST_ID)
    .optional()
    .describe('Id of the project, for an EventSource, which cannot send the header Lettermill-Project.'),
})

/** A stream, not JSON, so nothing is checked. */
export const EventStream = z
  .any()
  .meta({ type: 'string', examples: ['event: changed\ndata: {"topics":["emails"]}\n\n'] })
  .describe('Server-sent events: `changed` with the topics of which something has changed.')
