import { z } from 'zod'
import { textUpTo } from '../../../../platform/schemas/bounded.schema.ts'

// As in platform/outgoing/target.ts, which checks the rest of the URL.
const LONGEST_URL = 2048
// More items than anybody reads, and Gmail cuts long emails.
const MOST_ITEMS = 50

const fields = {
  url: textUpTo(LONGEST_URL)
    .min(1, 'must not be empty')
    .describe(
      'Where the feed is: http or https, at a public address. RSS, Atom or JSON Feed in UTF-8, at most 2 MB. Redirects are not followed.',
    ),
  maxItems: z
    .int()
    .min(1, 'must be at least 1')
    .max(MOST_ITEMS, `must be at most ${MOST_ITEMS}`)
    .default(10)
    .describe('The most items in one campaign, the newest first. Default: 10.'),
}

export const FeedSettings = z
  .object({
    ...fields,
    onlyNew: z
      .boolean()
      .default(true)
      .describe(
        'Only items that no earlier run has had; a run without any is SKIPPED. false: the newest items, every time. Default: true.',
      ),
  })
  .meta({ id: 'FeedSettings' })

export const FeedPreviewRequest = z.object(fields).meta({ id: 'FeedPreviewRequest' })

export const FeedItem = z
  .object({
    id: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    summary: z.string().nullable().describe('As text, at most 1,000 characters.'),
    image: z.string().nullable().describe('URL of a picture.'),
    author: z.string().nullable(),
    publishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'FeedItem' })

/** The feed as templates see it. */
export const Feed = z
  .object({
    title: z.string(),
    url: z.string().nullable().describe('The page of the feed.'),
    description: z.string().nullable(),
    items: z.array(FeedItem),
  })
  .meta({ id: 'Feed' })
