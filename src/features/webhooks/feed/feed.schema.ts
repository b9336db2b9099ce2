import { z } from 'zod'
import { EventName } from '../../events/event-name.schema.ts'

const LONGEST_TIMEOUT_SECONDS = 60
const DEFAULT_TIMEOUT_SECONDS = 30

// As for a webhook.
const MOST_TYPES = 100

const TIMEOUT_RANGE = `must be a whole number from 0 to ${LONGEST_TIMEOUT_SECONDS}`

export const ListenQuery = z.object({
  after: z
    .string()
    .transform((text) => (text === '' ? undefined : text))
    .optional()
    .describe(
      'The `cursor` of the previous answer. Without it, the answer comes at once, and its cursor stands for now.',
    ),
  types: z
    .string()
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .transform((names) => (names.length === 0 ? ['*'] : names))
    .pipe(
      z.array(EventName).max(MOST_TYPES, {
        error: `must have at most ${MOST_TYPES} names; "*" means every event`,
        abort: true,
      }),
    )
    .prefault('*')
    .meta({ type: 'string' })
    .describe('Names of events, separated by commas; "*" means every event.'),
  timeout: z
    .string()
    .regex(/^\d{1,2}$/, TIMEOUT_RANGE)
    .transform(Number)
    .pipe(z.int().max(LONGEST_TIMEOUT_SECONDS, TIMEOUT_RANGE))
    .prefault(String(DEFAULT_TIMEOUT_SECONDS))
    .meta({ type: 'integer', minimum: 0, maximum: LONGEST_TIMEOUT_SECONDS })
    .describe('How many seconds to wait for an event.'),
})

/** The payload of the job that deletes a feed. */
export const ClosingFeed = z.object({ projectId: z.string().brand<'project'>() })

export const ListenedDelivery = z
  .object({
    id: z.string().describe('Id of the event; the same as the header webhook-id.'),
    type: z.string().describe('Name of the event.'),
    timestamp: z.iso.datetime().describe('When it happened.'),
    body: z.string().describe('The JSON body of the request, to be sent as it is: it is what was signed.'),
    headers: z
      .record(z.string(), z.string())
      .describe('The headers of the request, with its signature, which is valid for five minutes.'),
  })
  .meta({ id: 'ListenedDelivery' })

export const ListenAnswer = z
  .object({
    deliveries: z.array(ListenedDelivery).describe('Oldest first, at most 100; empty when the time is over.'),
    cursor: z.string().describe('Pass it as `after` with the next request.'),
    missed: z
      .boolean()
      .describe(
        'Whether events before these were lost to this listener: it was away for more than ten minutes, or is more than 1000 events behind.',
      ),
    secret: z
      .string()
      .describe('The secret for verifying signatures (whsec_…), the same for all listeners of the project.'),
  })
  .meta({ id: 'ListenAnswer' })
