import { z } from 'zod'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'

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

// Longer than any id; the session check rejects other values.
const LONGEST_ID = 100

export const StreamQuery = z.object({
  project: textUpTo(LONGEST_ID)
    .optional()
    .describe('Id of the project, for an EventSource, which cannot send the header Lettermill-Project.'),
})

/** A stream is not JSON, so it is not validated. */
export const EventStream = z
  .any()
  .meta({ type: 'string', examples: ['event: changed\ndata: {"topics":["emails"]}\n\n'] })
  .describe('Server-sent events: `changed`, with the topics that changed.')
