import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as searchSchemas from './search/search.schema.ts'
import type * as sampleDataSchemas from './sample-data/sample-data.schema.ts'
import type * as overviewSchemas from './overview/overview.schema.ts'

const day = { sent: 1840, delivered: 1832, opened: 760, clicked: 122, bounced: 8, complained: 0 }

export const dashboardExamples = {
  Overview: {
    timezone: 'Europe/Amsterdam',
    days: [{ date: '2026-02-02', ...day }],
    totals: { today: day, last7Days: day, last30Days: day },
    contacts: { total: 15_052, subscribed: 14_310 },
    health: {
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
      refusals: [],
      changedAt: null,
      advice: 'Nothing to do.',
    },
    limits: { bounces: { warning: 0.02, pause: 0.05 }, complaints: { warning: 0.001, pause: 0.003 } },
    troubledDomains: [
      {
        id: '019c2f80-9be4-7d77-8c06-e52a1f3d9b40',
        domain: 'mail.shop.example',
        status: 'PENDING',
        warning: null,
      },
    ],
    campaigns: [
      {
        id: '019c2f6b-5d0e-7b1a-9f42-0c8d7e6a5b31',
        name: 'February news',
        status: 'SENDING',
        paused: false,
        scheduledAt: null,
        sentAt: null,
        recipients: 14_310,
        sent: 6_200,
        delivered: 6_180,
        opened: 1_204,
        clicked: 211,
      },
    ],
    workflows: [
      {
        id: '019c2f6c-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
        name: 'Welcome',
        active: 41,
        completed: 905,
        failed: 0,
      },
    ],
    steps: [
      { step: 'verify-domain', done: false },
      { step: 'add-audience', done: true },
    ],
  },
  SearchResults: {
    results: [
      { kind: 'contact', id: '019c2f3e-8a51-7000-9d0a-3f1f8b7e2c44', title: 'ada@example.com' },
      { kind: 'template', id: '019c2f40-0b1c-7aa2-8d3e-5f6a7b8c9d01', title: 'Ada’s welcome' },
    ],
  },
  SampleData: {
    contacts: 40,
    events: 107,
    campaigns: 2,
    topics: 2,
    forms: 1,
    templateId: '019c2f40-0b1c-7aa2-8d3e-5f6a7b8c9d01',
  },
} satisfies ExamplesOf<typeof overviewSchemas & typeof sampleDataSchemas & typeof searchSchemas>
