import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './projects.schema.ts'

export const projectExamples = {
  Project: {
    id: '019c2f00-0c5d-7e21-8d4b-2f7a91c3b605',
    name: 'The Shop',
    defaultFrom: 'hello@shop.test',
    defaultFromName: 'The Shop',
    replyTo: 'support@shop.test',
    tracking: { opens: true, clicks: true },
    transactionalTracking: { opens: false, clicks: false },
    publicTracking: 'full',
    locale: 'en',
    timezone: 'Europe/Amsterdam',
    postalAddress: 'The Shop, Keizersgracht 1, 1015 Amsterdam, Netherlands',
    brandColor: '#0f766e',
    frequencyCap: { emails: 3, days: 7 },
    quietHours: { from: '21:00', to: '08:00', weekdays: null, timezone: 'contact' },
    holdAtMostHours: 168,
    doubleOptIn: {
      enabled: true,
      templateId: null,
      redirectUrl: 'https://shop.test/welcome',
      expiresDays: 7,
    },
    consentNetworks: false,
    warnings: [],
    disabled: false,
    createdAt: '2026-02-02T09:00:00.000Z',
    updatedAt: '2026-02-02T09:05:12.000Z',
  },
  ProjectPatch: {
    name: 'The Shop',
    defaultFrom: 'hello@shop.test',
    defaultFromName: 'The Shop',
    postalAddress: 'The Shop, Keizersgracht 1, 1015 Amsterdam, Netherlands',
    brandColor: '#0f766e',
    frequencyCap: { emails: 3, days: 7 },
    quietHours: { from: '21:00', to: '08:00', timezone: 'contact' },
    holdAtMostHours: 168,
    doubleOptIn: { enabled: true, redirectUrl: 'https://shop.test/welcome' },
  },
} satisfies ExamplesOf<typeof schemas>
