import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './destinations.schema.ts'

export const destinationExamples = {
  DestinationList: {
    destinations: [
      {
        name: 'yahoo',
        waiting: 1840,
        state: {
          status: 'slowed',
          reason: 'yahoo accepts no more email for now: 421 4.7.0 [TSS04] Messages temporarily deferred',
          since: '2026-05-01T09:30:00.000Z',
          nextTryAt: '2026-05-01T09:41:00.000Z',
        },
        limits: { connections: 5, perMinute: null },
        warmUp: [{ localAddress: '192.0.2.10', day: 3, used: 112, limit: 112 }],
      },
    ],
  },
} satisfies ExamplesOf<typeof schemas>
