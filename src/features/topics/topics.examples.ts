import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './topics.schema.ts'

const topic: z.output<typeof schemas.Topic> = {
  id: '019c2f3c-51a0-7d3e-8b27-64f0a9c1d5e2',
  key: 'news',
  name: 'News',
  description: 'New products, once a month.',
  isPublic: true,
  optIn: 'implied',
  frequencyCap: null,
  warnings: [],
  contacts: { in: 1790, out: 48 },
  createdAt: '2026-02-02T09:20:00.000Z',
}

const topicWithUses: z.output<typeof schemas.TopicWithUses> = {
  ...topic,
  usedBy: [{ kind: 'campaign', id: '019c2f60-11d2-7f3a-8b1c-5e2a9c0d4411', name: 'Monthly news' }],
}

export const topicExamples = {
  Topic: topic,
  TopicWithUses: topicWithUses,
  TopicList: { topics: [topicWithUses], cursor: null, hasMore: false, total: 1 },
  TopicCreate: {
    key: 'offers',
    name: 'Offers',
    description: 'Discounts, at most weekly.',
    optIn: 'explicit',
    frequencyCap: { emails: 1, days: 7 },
  },
  TopicPatch: { name: 'Monthly news' },
} satisfies ExamplesOf<typeof schemas>
