import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './coupons.schema.ts'

const couponList: z.output<typeof schemas.CouponList> = {
  id: '019c2f3c-51a0-7d3e-8b27-64f0a9c1d601',
  key: 'spring',
  name: 'Spring sale, 10 %',
  codes: { total: 1000, free: 958, taken: 42 },
  usedBy: [{ kind: 'template', id: '019c2f3c-51a0-7d3e-8b27-64f0a9c1d5a4', name: 'Spring sale' }],
  usedByCount: 1,
  createdAt: '2026-03-02T09:20:00.000Z',
}

const couponCode: z.output<typeof schemas.CouponCode> = {
  id: '019c2f3d-02b7-7a41-9c55-0d6f3a8e7b10',
  code: 'SPRING-7H2K-QX',
  status: 'taken',
  contactId: '019c2f3c-51a0-7d3e-8b27-64f0a9c1d5e2',
  email: 'ada@example.com',
  takenAt: '2026-03-03T07:00:04.000Z',
  emailId: '019c2f40-9e66-7c1f-8a0b-3d51e7a6b2c4',
  campaignId: '019c2f3f-7d20-7b52-a6c8-91e4d0b3f5a7',
  workflowId: null,
  templateId: '019c2f3c-51a0-7d3e-8b27-64f0a9c1d5a4',
  createdAt: '2026-03-02T09:21:12.000Z',
}

export const couponExamples = {
  CouponList: couponList,
  CouponLists: { couponLists: [couponList], cursor: null, hasMore: false, total: 1 },
  CouponListCreate: { key: 'spring', name: 'Spring sale, 10 %' },
  CouponListPatch: { name: 'Spring sale' },
  CouponCodesAdd: { codes: ['SPRING-7H2K-QX', 'SPRING-93LM-TA'] },
  CouponCodesAdded: { added: 2, skipped: 0 },
  CouponCode: couponCode,
  CouponCodeList: { codes: [couponCode], cursor: null, hasMore: false, total: 1 },
} satisfies ExamplesOf<typeof schemas>
