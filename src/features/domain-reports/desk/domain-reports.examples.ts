import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as alertSchemas from '../alerts/given-alerts.schema.ts'
import type * as schemas from './domain-reports.schema.ts'

const COUNTS = { messages: 10_391, aligned: 10_213, ours: 10_213, oursAligned: 10_213 }

const SOURCE = {
  source: '198.51.100.23',
  network: '198.51.100.0/24',
  name: 'mail.crm-service.example',
  kind: 'unknown',
  firstSeen: '2026-05-01',
  messages: 178,
  aligned: 0,
  ours: 0,
  oursAligned: 0,
  rejected: 0,
  advice:
    'Sends as shop.example and does not pass DMARC. If it is a service of yours, let it sign with DKIM for shop.example; if you do not know it, a policy of quarantine or reject stops it.',
} as const

const ALERT = {
  id: '019dfb7e-7c60-7b21-8a4e-3f1f6c2b9d11',
  domainId: '019c2f20-5f3a-7c44-9c58-0d2a7e6b1f83',
  domain: 'shop.example',
  event: 'email.unknown_source',
  reason: '198.51.100.0/24 sent 178 messages as shop.example in 7 days that do not pass DMARC.',
  advice:
    'If it is a service of yours, let it sign with DKIM for shop.example; if you do not know it, a policy of quarantine or reject stops it.',
  createdAt: '2026-05-06T08:47:00.000Z',
} as const

export const domainReportExamples = {
  DomainAlertList: { alerts: [ALERT], cursor: null, hasMore: false, total: 1 },
  DomainReports: {
    from: '2026-05-01',
    to: '2026-05-01',
    reports: 4,
    totals: COUNTS,
    days: [{ date: '2026-05-01', ...COUNTS }],
    receivers: [{ receiver: 'google', sent: 10_240, ...COUNTS }],
    policy: 'none',
    readiness: [
      {
        policy: 'quarantine',
        ready: true,
        reason: '10,213 of 10,213 messages of yours passed DMARC in 30 days (100.0 %).',
      },
      {
        policy: 'reject',
        ready: false,
        reason:
          'Publish p=quarantine first. 10,213 of 10,213 messages of yours passed DMARC in 30 days (100.0 %).',
      },
    ],
    tls: {
      reports: 1,
      successful: 120,
      failed: 5,
      results: [
        {
          result: 'certificate-expired',
          mx: 'mx.shop.example',
          reporter: 'google.com',
          sessions: 5,
          lastDay: '2026-05-01',
          advice: 'Renew the certificate of mx.shop.example.',
        },
      ],
    },
    unsigned: { reports: 1, messages: 12, tls: { reports: 0, sessions: 0 } },
    unread: [
      {
        receivedAt: '2026-05-02T06:12:09.000Z',
        from: 'receiver.example',
        problem: 'The zip archive is damaged or cut off.',
      },
    ],
  },
  ReportSourceList: { sources: [SOURCE], cursor: null, hasMore: false, total: 1 },
} satisfies ExamplesOf<typeof schemas & typeof alertSchemas>
