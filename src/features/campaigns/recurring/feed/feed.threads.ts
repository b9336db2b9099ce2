import type { z } from 'zod'
import { defineThreadTask } from '../../../../platform/threads/thread-task.ts'
import type { Feed } from './feed.schema.ts'

// Two megabytes take some 100 ms.
const READ_LIMIT_MS = 2_000

// Rendering has a limit of its own (platform/liquid).
const FILL_LIMIT_MS = 5_000

export type FeedDocument = z.input<typeof Feed>
export type FeedSource = { text: string; url: string }
export type FeedReading = { ok: true; feed: FeedDocument } | { ok: false; reason: string }

export const readFeedTask = defineThreadTask<FeedSource, FeedReading>({
  name: 'campaigns.read-feed',
  limitMs: READ_LIMIT_MS,
})

/** A text of the campaign: its field in the API, and whether it is markup. */
export type FeedText = { field: string; isHtml: boolean; source: string }
export type FeedFilling = { ok: true; texts: string[] } | { ok: false; field: string; reason: string }

export const fillFeedTask = defineThreadTask<{ texts: FeedText[]; feed: FeedDocument }, FeedFilling>({
  name: 'campaigns.fill-feed',
  limitMs: FILL_LIMIT_MS,
})
