import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './health.schema.ts'

export const healthExamples = {
  ProjectHealth: {
    state: 'GOOD',
    reason: null,
    bounceRate24h: 0.004,
    bounceRate7d: 0.006,
    complaintRate24h: 0,
    complaintRate7d: 0.0002,
    emails24h: 1840,
    emails7d: 12_960,
    reportable24h: 310,
    reportable7d: 2_240,
    refusals: [
      {
        receiver: 'outlook.com',
        kind: 'blocklist',
        answer:
          '5.7.1 messages from [203.0.113.7] were not sent: part of its network is on our block list (S3150)',
        emails: 12,
        since: '2026-05-01T09:30:00.000Z',
        lastAt: '2026-05-01T14:05:00.000Z',
        advice:
          'The address of the sending server, or your domain, is on a blocklist. Look it up at the list that the answer names, fix what put it there, then ask to be removed. The operator of the server or relay has to do this for its address.',
      },
    ],
    changedAt: null,
    advice: 'Nothing to do.',
  },
} satisfies ExamplesOf<typeof schemas>
