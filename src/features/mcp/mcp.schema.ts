import { z } from 'zod'
import { ErrorBody } from '../../platform/http/replies/error-body.schema.ts'
import { textUpTo } from '../../platform/schemas/bounded.schema.ts'

const LONGEST_REPEAT_KEY = 200

const dryRun = z
  .boolean()
  .default(true)
  .describe(
    'true, the default, checks the call and says who would get email, without sending. Pass false to send.',
  )

/** The arguments that the tools that send have besides those of their operation. */
export const SendingOptions = z.object({
  dryRun,
  idempotencyKey: textUpTo(LONGEST_REPEAT_KEY)
    .min(1, 'must not be empty')
    .optional()
    .describe(
      'The same call is sent once in 24 hours. To send the same email again on purpose, pass another text here.',
    ),
})

export const CampaignOptions = z.object({ dryRun })

export const SendingResult = z.object({
  state: z
    .enum(['dry_run', 'sent', 'waiting_for_approval'])
    .describe('`sent`: accepted, and leaves now or at the time of the call.'),
  message: z.string(),
  recipients: z.int().nullable().describe('Number of recipients; null if they could not be counted.'),
  repeated: z
    .boolean()
    .describe('Whether the same call was accepted before, so that nothing was sent again.'),
  approval: z
    .object({ id: z.string(), url: z.string(), expiresAt: z.string() })
    .nullable()
    .describe('With `waiting_for_approval`: what a person decides, at this page. Read it with get_approval.'),
  result: z.record(z.string(), z.unknown()).nullable().describe('What the check or the call returned.'),
})

export const RecordId = z.object({
  id: textUpTo(LONGEST_REPEAT_KEY)
    .optional()
    .describe('The record to change. Without it, a new one is created.'),
})

export const ApprovalIdInput = z.object({ id: textUpTo(LONGEST_REPEAT_KEY).describe('Id of the approval.') })

const LONGEST_QUERY = 200
const MOST_RESULTS = 20

export const DocsQuery = z.object({
  query: textUpTo(LONGEST_QUERY)
    .trim()
    .min(1, 'must not be empty')
    .describe('Words to find. Pages are in English.'),
  limit: z.int().min(1).max(MOST_RESULTS).default(5).describe('The largest number of results.'),
})

export const DocsResults = z.object({
  results: z
    .array(
      z.object({
        title: z.string().describe('The title of the page.'),
        section: z.string().nullable().describe('The heading; null for the beginning of the page.'),
        excerpt: z.string(),
        url: z.string().describe('The whole page as Markdown. It needs no key.'),
      }),
    )
    .describe('The best first.'),
})

/** A message of JSON-RPC, or several from older clients; the protocol library checks it. */
export const McpMessage = z
  .unknown()
  .meta({ id: 'McpMessage', description: 'A message of JSON-RPC 2.0, such as tools/list or tools/call.' })

export const McpReply = z.unknown().meta({ id: 'McpReply', description: 'The answer of JSON-RPC 2.0.' })

/** How JSON-RPC refuses a message that it cannot take: with `id` null when the message could not be read. */
export const McpFailure = z
  .strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.unknown().describe('The id of the message, a string or a number; null if it could not be read.'),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  })
  .meta({ id: 'McpFailure', description: 'An error of JSON-RPC 2.0.' })

/** The API refuses a body that is not JSON, and the protocol a body that is not a message. */
export const McpRefusal = z.union([ErrorBody, McpFailure])
