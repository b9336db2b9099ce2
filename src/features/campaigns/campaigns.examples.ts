import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as preflightSchemas from './preflight/preflight.schema.ts'
import type { CampaignFigures } from './statistics/figures.schema.ts'
import type * as statisticsSchemas from './statistics/statistics.schema.ts'
import type { HoldoutResult } from '../goals/holdouts/holdouts.schema.ts'
import type * as campaignsSchemas from './campaigns.schema.ts'
import type * as comparisonSchemas from './statistics/comparison.schema.ts'
import type * as clicksSchemas from './statistics/clicks.schema.ts'
import type * as winnerSchemas from './sending/winner.schema.ts'
import type * as testSchemas from './sending/test-email.schema.ts'

const create = {
  name: 'Spring newsletter',
  subject: 'What is new this spring, {{ name }}',
  previewText: 'Three things for your garden',
  body: '<h1>Hello {{ name }}</h1><p><a href="https://example.com/spring">See what is new</a></p>',
  from: 'news@example.test',
  fromName: 'Example Shop',
  utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
  archived: true,
  audienceType: 'ALL',
  canary: { percent: 1, waitMinutes: 60 },
  goal: { event: 'order.paid', window: { amount: 7, unit: 'days' }, value: 'data.total' },
  holdout: { percent: 10 },
} satisfies z.input<typeof campaignsSchemas.CampaignCreate>

/** The campaign was sent a week ago, and its window is over. */
export const holdoutExample: z.input<typeof HoldoutResult> = {
  percent: 10,
  since: '2026-02-02T10:05:10.113Z',
  until: '2026-02-09T11:05:12.604Z',
  heldBack: {
    people: 4093,
    conversions: 119,
    rate: 0.0291,
    rateFrom: 0.0244,
    rateTo: 0.0347,
    goalValue: 6112.5,
    valuePerPerson: 1.493403,
  },
  others: {
    people: 36_741,
    conversions: 1543,
    rate: 0.042,
    rateFrom: 0.04,
    rateTo: 0.0441,
    goalValue: 80_911,
    valuePerPerson: 2.202199,
  },
  lift: { by: 0.0129, from: 0.0069, to: 0.018, confidence: 0.95, relative: 0.4433, extraConversions: 474.8 },
  verdict: 'helped',
  reason: null,
  explanation: 'It helped: more people reached the goal than would have without it.',
  split: { asked: 10, actual: 10.02, ok: true, explanation: 'The split came out as asked, up to chance.' },
}

const { body, blocks, variants, languages, ...summary }: z.output<typeof campaignsSchemas.Campaign> = {
  id: '019c2f60-1d3b-7c02-8f11-5b1f0c9a7e21',
  name: 'Spring newsletter',
  description: null,
  subject: 'What is new this spring, {{ name }}',
  previewText: 'Three things for your garden',
  body: create.body,
  blocks: null,
  type: 'ALL',
  status: 'SENDING',
  scheduledAt: null,
  scheduledOffset: null,
  from: 'news@example.test',
  fromName: 'Example Shop',
  replyTo: null,
  utm: { source: 'newsletter', medium: 'email', campaign: 'spring' },
  topic: null,
  archived: true,
  archiveSlug: 'b7c1a3de-9f42-4c0d-8a76-51e2f3d40c9b',
  audienceType: 'ALL',
  controlGroup: 'exclude',
  segmentId: null,
  audienceFilter: null,
  ratePerMinute: null,
  sendAtLocalTime: null,
  bestHour: null,
  canary: { percent: 1, waitMinutes: 60 },
  test: null,
  goal: { event: 'order.paid', where: null, window: { amount: 7, unit: 'days' }, value: 'data.total' },
  holdout: { percent: 10 },
  waitingUntil: '2026-02-02T11:05:09.731Z',
  winner: null,
  variants: null,
  languages: [],
  recipientCount: 412,
  templateId: null,
  recurringId: null,
  paused: false,
  pauseReason: null,
  createdAt: '2026-02-02T10:00:11.318Z',
  updatedAt: '2026-02-02T10:05:00.042Z',
  startedAt: '2026-02-02T10:05:00.042Z',
  leavesAt: '2026-02-02T10:05:10.042Z',
  sentAt: null,
  cancelledAt: null,
}

const goalResult = {
  event: 'order.paid',
  conversions: 21,
  goalEvents: 24,
  goalValue: 1873.5,
  conversionRate: 0.0517,
}

const figures: z.output<typeof CampaignFigures> = {
  goal: goalResult,
  recipients: 412,
  queued: 0,
  held: 0,
  sent: 408,
  delivered: 406,
  opened: 251,
  clicked: 63,
  bounced: 5,
  complained: 0,
  unsubscribed: 3,
  suppressed: 1,
  dropped: 0,
  failed: 0,
  cancelled: 0,
  openRate: 0.6182,
  clickRate: 0.1552,
  bounceRate: 0.0122,
  complaintRate: 0,
  unsubscribeRate: 0.0074,
  deliveryRate: 0.9878,
  humanOpens: 198,
  humanClicks: 58,
  testRecipients: 0,
}

export const campaignExamples = {
  CampaignCreate: create,
  CampaignPatch: { subject: 'Spring is here, {{ name }}' },
  CampaignSend: { scheduledFor: '2099-03-20T09:00:00+01:00' },
  CampaignPause: { reason: 'A typo in the subject' },
  CampaignWinner: { variant: 'B' },
  CampaignTest: { email: 'ada@example.com' },
  CampaignTested: {
    success: true,
    data: {
      emails: [
        { email: 'ada@example.com', emailId: '019c2f64-828a-7a1c-8b2d-6f10c2d4e8aa', status: 'QUEUED' },
      ],
    },
  },
  CampaignAnswer: { success: true, data: { ...summary, body, blocks, variants, languages } },
  CampaignList: {
    campaigns: [
      { ...summary, status: 'SENT', waitingUntil: null, sentAt: '2026-02-02T11:05:12.604Z', stats: figures },
    ],
    cursor: null,
    hasMore: false,
    total: 1,
    page: 1,
    pageSize: 20,
    totalPages: 1,
  },
  CampaignStatisticsAnswer: {
    success: true,
    data: {
      ...figures,
      variants: [],
      test: null,
      bestHour: null,
      holdout: holdoutExample,
      links: [{ url: 'https://example.com/spring', clicks: 81, uniqueClicks: 63 }],
      timeline: [
        {
          at: '2026-02-02T10:00:00.000Z',
          sent: 408,
          opened: 120,
          clicked: 31,
          humanOpens: 88,
          humanClicks: 29,
        },
      ],
      firstDay: [
        { at: '2026-02-02T10:10:00.000Z', opened: 41, clicked: 12, humanOpens: 30, humanClicks: 11 },
      ],
    },
  },
  CampaignBreakdownAnswer: {
    success: true,
    data: {
      providers: {
        looked: 411,
        isSampled: false,
        list: [
          { name: 'Gmail', emails: 220, delivered: 218, bounced: 2, complained: 0 },
          { name: null, emails: 191, delivered: 188, bounced: 3, complained: 0 },
        ],
      },
      bounces: {
        looked: 5,
        isSampled: false,
        list: [{ code: '5.1.1', reason: 'The mailbox does not exist', count: 5 }],
      },
    },
  },
  CampaignComparisonAnswer: {
    success: true,
    data: {
      compared: 10,
      rates: {
        openRate: { own: 0.41, median: 0.36, place: 2, of: 11 },
        clickRate: { own: 0.155, median: 0.12, place: 1, of: 11 },
        unsubscribeRate: { own: 0.0025, median: 0.003, place: 4, of: 11 },
        bounceRate: { own: 0.0121, median: 0.008, place: 9, of: 11 },
      },
    },
  },
  CampaignClickList: {
    clicks: [
      {
        contactId: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
        email: 'ada@example.com',
        emailId: '019c2f64-828a-7a1c-8b2d-6f10c2d4e8aa',
        clickedAt: '2026-02-02T10:12:44.120Z',
      },
    ],
    cursor: null,
    hasMore: false,
    total: 1,
  },
  CampaignRecipientList: {
    recipients: [
      {
        contactId: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
        email: 'ada@example.com',
        status: 'DELIVERED',
        reason: null,
        emailId: '019c2f64-828a-7a1c-8b2d-6f10c2d4e8aa',
        sentAt: '2026-02-02T10:05:01.377Z',
        opened: true,
        clicked: false,
      },
    ],
    cursor: null,
    hasMore: false,
    total: 1,
  },
  CampaignPreflightAnswer: {
    success: true,
    data: {
      ready: true,
      problems: [
        {
          code: 'EMPTY_VARIABLE',
          severity: 'warning',
          message: '{{ name }} would be empty for 17 of 412 recipients.',
          suggestion: 'Give it a fallback: {{ name ?? "…" }}.',
          field: 'body',
          variable: 'name',
          count: 17,
          line: null,
        },
      ],
      audience: {
        matching: 476,
        recipients: 412,
        heldBack: 46,
        unsubscribed: 11,
        neverSubscribed: 4,
        suppressed: 3,
        paused: 0,
        notInTopic: 0,
        controlGroup: 0,
      },
      bestHour: null,
      htmlBytes: 18_204,
    },
  },
} satisfies ExamplesOf<
  typeof preflightSchemas &
    typeof statisticsSchemas &
    typeof comparisonSchemas &
    typeof clicksSchemas &
    typeof campaignsSchemas &
    typeof testSchemas &
    typeof winnerSchemas
>
