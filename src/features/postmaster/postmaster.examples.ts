import type { z } from 'zod'
import type {
  DomainPostmaster,
  GoogleDayFigures,
  InstancePostmaster,
  SndsFigures,
} from './postmaster.schema.ts'

const day: z.output<typeof GoogleDayFigures> = {
  date: '2026-02-02',
  spamRate: 0.0004,
  spfRate: 1,
  dkimRate: 0.998,
  dmarcRate: 0.997,
  tlsRate: 1,
  rejectedRate: 0.002,
  deferredRate: 0,
  errors: [{ type: 'reject', reason: 'spammy_content', rate: 0.002 }],
  feedbackLoops: [{ id: 'spring-sale', spamRate: 0.0009 }],
}

const domain: z.output<typeof DomainPostmaster> = {
  from: '2026-01-05',
  to: '2026-02-03',
  google: {
    state: 'good',
    problem: null,
    askedAt: '2026-02-03T10:12:00.000Z',
    compliance: [
      { requirement: 'spf-and-dkim', status: 'compliant', reason: null },
      { requirement: 'one-click-unsubscribe', status: 'needs-work', reason: 'no-unsub-promo-spam-reports' },
    ],
    days: [day],
  },
}

const instance: z.output<typeof InstancePostmaster> = {
  google: {
    state: 'good',
    succeededAt: '2026-02-03T10:12:00.000Z',
    failingSince: null,
    problem: null,
    nextAt: '2026-02-03T16:12:00.000Z',
    account: 'postmaster@shop-example.iam.gserviceaccount.com',
    domains: [
      {
        domain: 'mail.shop.example',
        isReadable: true,
        isUsed: true,
        askedAt: '2026-02-03T10:12:00.000Z',
        problem: null,
        lastDay: '2026-02-02',
      },
    ],
  },
  snds: {
    state: 'failing',
    succeededAt: '2026-02-02T22:12:00.000Z',
    failingSince: '2026-02-03T04:12:00.000Z',
    problem: 'Microsoft answers 503',
    nextAt: '2026-02-03T11:12:00.000Z',
    lastDay: '2026-02-01',
  },
}

const snds: z.output<typeof SndsFigures> = {
  from: '2026-01-05',
  to: '2026-02-03',
  blocks: [
    {
      first: '192.0.2.10',
      last: '192.0.2.10',
      reason: 'Blocked due to user complaints or other evidence of spamming',
      since: '2026-02-02T10:12:00.000Z',
    },
  ],
  days: [
    {
      date: '2026-02-01',
      address: '192.0.2.10',
      verdict: 'red',
      complaintRate: '0.5% - 1%',
      trapHits: 3,
      recipients: 12_040,
      rcptCommands: 12_310,
      dataCommands: 12_055,
      sampleHelo: 'mx.shop.example',
      sampleSender: 'news@mail.shop.example',
      comments: '',
    },
  ],
}

export const postmasterExamples = {
  GoogleDayFigures: day,
  DomainPostmaster: domain,
  InstancePostmaster: instance,
  SndsFigures: snds,
}
