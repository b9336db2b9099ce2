import { z } from 'zod'

export const KINDS = [
  'contact',
  'template',
  'campaign',
  'segment',
  'workflow',
  'domain',
  'email',
  'job',
] as const

// As long as an address.
const LONGEST = 254

export const SearchQuery = z.object({
  q: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(LONGEST, `must have at most ${LONGEST} characters`)
    .meta({ pattern: String.raw`\S` })
    .describe('The beginning of an address, part of a name, or an id.'),
})

export const SearchResults = z
  .object({
    results: z.array(
      z.object({
        kind: z.enum(KINDS),
        id: z.string(),
        title: z.string().describe('Name of the record, or address of a contact or email.'),
      }),
    ),
  })
  .meta({ id: 'SearchResults' })
