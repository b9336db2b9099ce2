import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './segments.schema.ts'

const filters: z.input<typeof schemas.SegmentPreview>['filters'] = {
  operator: 'AND',
  conditions: [
    { field: 'data.plan', operator: 'equals', value: 'pro' },
    { field: 'subscribed', operator: 'equals', value: true },
  ],
}

const segment: z.output<typeof schemas.Segment> = {
  id: '019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177',
  name: 'Subscribed customers on the Pro plan',
  description: null,
  type: 'DYNAMIC',
  filters,
  trackMembership: false,
  memberCount: 412,
  memberCountAt: '2026-02-02T09:45:03.120Z',
  memberCountError: null,
  createdAt: '2026-02-02T09:45:03.120Z',
  updatedAt: '2026-02-02T09:45:03.120Z',
}

const used: z.output<typeof schemas.SegmentWithUses> = {
  ...segment,
  usedBy: [{ kind: 'campaign', id: '019c2f60-11d2-7f3a-8b1c-5e2a9c0d4411', name: 'Monthly news' }],
}

export const segmentExamples = {
  Segment: segment,
  SegmentWithUses: used,
  SegmentList: { segments: [used], cursor: null, hasMore: false, total: 1 },
  SegmentCreate: { name: 'Subscribed customers on the Pro plan', filters },
  SegmentPatch: { name: 'Pro customers', description: 'Used by the newsletter.' },
  SegmentPreview: { filters },
  SegmentPreviewed: {
    count: 412,
    sample: [
      {
        id: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
        email: 'ada@example.com',
        subscribed: true,
        subscriptionState: 'SUBSCRIBED',
        topics: {},
        pausedUntil: null,
        data: { name: 'Ada Lovelace', plan: 'pro' },
        createdAt: '2026-02-02T09:28:11.217Z',
        updatedAt: '2026-02-02T09:28:11.217Z',
      },
    ],
    words: 'plan is pro and subscribed',
    tookMs: 8,
  },
  SegmentExplained: {
    segmentId: segment.id,
    contactId: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c44',
    isMember: false,
    words: 'plan is pro and subscribed',
    conditions: [
      {
        path: '',
        field: null,
        operator: 'AND',
        words: 'plan is pro and subscribed',
        holds: false,
        actual: null,
      },
      {
        path: 'conditions.0',
        field: 'data.plan',
        operator: 'equals',
        words: 'plan is pro',
        holds: false,
        actual: 'free',
      },
      {
        path: 'conditions.1',
        field: 'subscribed',
        operator: 'equals',
        words: 'subscribed',
        holds: true,
        actual: true,
      },
    ],
  },
  ContactSegmentList: {
    segments: [
      { id: segment.id, name: segment.name, type: 'DYNAMIC', trackMembership: false, since: null },
      {
        id: '019c2f3e-8a51-7c44-9d0a-3f1f8b7e2c51',
        name: 'Testers',
        type: 'STATIC',
        trackMembership: false,
        since: '2026-02-02T09:28:11.217Z',
      },
    ],
    unchecked: [],
  },
  SegmentGrowth: {
    days: [
      { day: '2026-02-01', members: 405 },
      { day: '2026-02-02', members: 412 },
    ],
  },
  MembersAdd: { emails: ['ada@example.com', 'grace@example.com'] },
  MembersAdded: {
    added: 2,
    created: 1,
    alreadyMember: 0,
    invalid: [],
    notFound: [],
  },
  MembersRemove: { emails: ['grace@example.com'] },
  MembersRemoved: { removed: 1, notFound: [] },
} satisfies ExamplesOf<typeof schemas>
