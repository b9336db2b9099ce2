import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './reputation.schema.ts'

const GOOD_DAY = {
  emails: 4_120,
  accepted: 4_102,
  deferred: 12,
  bounced: 20,
  complained: 1,
  bounceRate: 0.0049,
  deferralRate: 0.0029,
  complaintRate: 0.0002,
}
const BAD_DAY = {
  emails: 3_890,
  accepted: 3_702,
  deferred: 2_210,
  bounced: 191,
  complained: 4,
  bounceRate: 0.0491,
  deferralRate: 0.3623,
  complaintRate: 0.0011,
}
const BOTH_DAYS = {
  emails: 8_010,
  accepted: 7_804,
  deferred: 2_222,
  bounced: 211,
  complained: 5,
  bounceRate: 0.0263,
  deferralRate: 0.2172,
  complaintRate: 0.0006,
}

export const reputationExamples = {
  Reputation: {
    timezone: 'Europe/Berlin',
    from: '2026-05-01',
    to: '2026-05-02',
    totals: BOTH_DAYS,
    days: [
      { date: '2026-05-01', ...GOOD_DAY },
      { date: '2026-05-02', ...BAD_DAY },
    ],
    providers: [{ provider: 'google', ...BOTH_DAYS }],
    senders: [{ id: 'instance:203.0.113.7', transport: null, address: '203.0.113.7', ...BOTH_DAYS }],
  },
  ReputationReplies: {
    from: '2026-05-01',
    to: '2026-05-02',
    replies: [
      {
        provider: 'google',
        effect: 'deferred',
        reply:
          '421 4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address. <id> - gsmtp',
        emails: 2_210,
        since: '2026-05-02T06:12:09.000Z',
        lastAt: '2026-05-02T17:40:51.000Z',
      },
    ],
  },
  ReputationBrakes: {
    timezone: 'Europe/Berlin',
    from: '2026-05-01',
    to: '2026-05-02',
    brakes: [
      {
        kind: 'destination',
        name: 'google',
        transport: null,
        reason: 'google accepts no more email for now: 421 4.7.28 unusual rate of unsolicited mail',
        since: '2026-05-02T06:12:09.000Z',
        endedAt: '2026-05-02T17:41:30.000Z',
      },
    ],
  },
} satisfies ExamplesOf<typeof schemas>
