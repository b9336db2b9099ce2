import type { z } from 'zod'
import type { EmailHit, EmailHitList } from './tracking.schema.ts'

const hit: z.output<typeof EmailHit> = {
  id: '019c2fa0-6d10-7c58-9f24-b1e7a3c0d846',
  kind: 'click',
  url: 'https://shop.example/orders/A-1043',
  verdict: 'human',
  reasons: ['browser'],
  rulesVersion: 1,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  method: 'GET',
  place: '9f2c41d07ab35e8816d2c04fb7a9e351',
  createdAt: '2026-02-02T09:41:07.000Z',
}

const list: z.output<typeof EmailHitList> = { hits: [hit], cursor: null, hasMore: false, total: 1 }

export const trackingExamples = { EmailHit: hit, EmailHitList: list }
