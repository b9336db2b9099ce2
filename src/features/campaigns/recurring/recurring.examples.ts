import type { z } from 'zod'
import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './recurring.schema.ts'

const run: z.output<typeof schemas.RecurringRun> = {
  id: '019c5d4f-2b80-7d13-8a52-6f0c9e1b7a34',
  outcome: 'SENT',
  reason: null,
  campaignId: '019c5d4f-2b7e-7c02-9f11-5b1f0c9a7e21',
  subject: 'New on our blog: {{ feed.items[0].title }}',
  manual: false,
  items: 3,
  scheduledFor: '2026-02-09T08:00:00.000Z',
  ranAt: '2026-02-09T08:00:00.512Z',
}

const skipped: z.output<typeof schemas.RecurringRun> = {
  ...run,
  id: '019c3943-9680-7a44-b1c0-3a4c7e9f2d10',
  outcome: 'SKIPPED',
  reason: 'The feed has no new items.',
  campaignId: null,
  subject: null,
  items: null,
  scheduledFor: '2026-02-02T08:00:00.000Z',
  ranAt: '2026-02-02T08:00:00.431Z',
}

const create = {
  name: 'Weekly news',
  subject: 'New on our blog: {{ feed.items[0].title }}',
  body: '<p>Hello {{ name }}</p>{% for item in feed.items %}<h2><a href="{{ item.url }}">{{ item.title }}</a></h2><p>{{ item.summary }}</p>{% endfor %}',
  from: 'news@example.test',
  fromName: 'Example Shop',
  audienceType: 'ALL' as const,
  cron: '0 9 * * mon',
  timezone: 'Europe/Amsterdam',
  feed: { url: 'https://example.com/feed.xml', maxItems: 10, onlyNew: true },
}

const { body, variants, ...summary }: z.output<typeof schemas.RecurringCampaign> = {
  id: '019c2f70-5e21-7b0c-9d43-1f8a6c2e4b90',
  ...create,
  templateId: null,
  description: null,
  previewText: null,
  replyTo: null,
  utm: null,
  topic: null,
  archived: false,
  segmentId: null,
  audienceFilter: null,
  ratePerMinute: null,
  sendAtLocalTime: null,
  bestHour: null,
  canary: null,
  variants: null,
  test: null,
  goal: null,
  holdout: null,
  controlGroup: 'exclude',
  enabled: true,
  nextRunAt: '2026-02-16T08:00:00.000Z',
  runRequestedAt: null,
  lastRun: run,
  createdAt: '2026-02-01T10:12:03.104Z',
  updatedAt: '2026-02-01T10:12:03.104Z',
}

const item: z.output<typeof schemas.FeedItem> = {
  id: 'https://example.com/blog/seeds',
  title: 'Which seeds to sow in March',
  url: 'https://example.com/blog/seeds',
  summary: 'Peas, broad beans and spinach do not mind the cold.',
  image: 'https://example.com/blog/seeds.jpg',
  author: 'Ada',
  publishedAt: '2026-02-08T07:30:00.000Z',
}

const feed: z.output<typeof schemas.Feed> = {
  title: 'Example blog',
  url: 'https://example.com/blog',
  description: 'News from the garden',
  items: [item],
}

export const recurringExamples = {
  Feed: feed,
  FeedItem: item,
  FeedSettings: create.feed,
  FeedPreviewRequest: { url: 'https://example.com/feed.xml', maxItems: 3 },
  RecurringCampaignCreate: create,
  RecurringCampaignPatch: { cron: '30 7 * * tue', enabled: true },
  RecurringCampaignSummary: summary,
  RecurringCampaign: { ...summary, body, variants },
  RecurringCampaignList: { recurringCampaigns: [summary], cursor: null, hasMore: false, total: 1 },
  RecurringRun: run,
  RecurringRunList: { runs: [run, skipped], cursor: null, hasMore: false, total: 2 },
} satisfies ExamplesOf<typeof schemas>
