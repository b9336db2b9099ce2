import type { z } from 'zod'
import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './consent.schema.ts'

const change: z.output<typeof schemas.ConsentChange> = {
  what: 'subscription',
  topic: null,
  before: null,
  after: 'SUBSCRIBED',
  at: '2026-02-02T09:28:11.217Z',
  source: 'api_key',
  sourceId: '019c2f00-0c5d-7e21-8d4b-2f7a91c3b611',
  text: null,
  network: null,
}

export const consentExamples = {
  ConsentChange: change,
  ConsentList: { consent: [change], cursor: null, hasMore: false, total: 1 },
} satisfies ExamplesOf<typeof schemas>
