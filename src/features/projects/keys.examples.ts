import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './keys.schema.ts'

const key: z.output<typeof schemas.Key> = {
  id: '019c2f05-3a90-7c3d-9e12-6b8f0d4c7a55',
  name: 'Billing service',
  kind: 'secret',
  scopes: ['send'],
  prefix: 'sk_4Q9d',
  lastFour: 'x7Tz',
  createdAt: '2026-02-02T09:10:00.000Z',
  createdBy: 'ada@shop.example',
  expiresAt: null,
  lastUsedAt: '2026-02-02T10:20:00.000Z',
}

/** Not a real key, and written so that secret scanners do not report it. */
const SHOWN_ONCE = 'sk_EXAMPLE-the-full-key-is-shown-only-once'

const created: z.output<typeof schemas.NewKey> = { ...key, lastUsedAt: null, key: SHOWN_ONCE }

export const keyExamples = {
  Key: key,
  NewKey: created,
  RotatedKey: {
    ...created,
    id: '019c2f7a-51c2-7b60-8a9f-40d3e8b7c122',
    createdAt: '2026-02-02T10:30:00.000Z',
    replaces: { id: key.id, expiresAt: '2026-02-03T10:30:00.000Z' },
  },
  KeyList: { keys: [key], cursor: null, hasMore: false, total: 1 },
  KeyCreate: { name: 'Billing service', scopes: ['send'] },
  KeyRotate: { graceSeconds: 86_400 },
} satisfies ExamplesOf<typeof schemas>
