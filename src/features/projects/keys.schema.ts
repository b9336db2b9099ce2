import { z } from 'zod'
import { whenObject } from '../../platform/schemas/across-fields.schema.ts'
import { Instant, textUpTo } from '../../platform/schemas/bounded.schema.ts'
import {
  listFields,
  nameListFields,
  PageQuery,
  QueryBoolean,
} from '../../platform/http/replies/paging.schema.ts'

const SECRET_SCOPES = ['full', 'send', 'read'] as const

export const Key = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(['secret', 'public']),
    scopes: z
      .array(z.string())
      .describe(
        'Permissions of the key. full: everything. send: the operations under /v1. read: every GET, previews and rendering. A public key has the scope track.',
      ),
    prefix: z.string().describe('The first characters, for recognizing the key.'),
    lastFour: z.string().describe('The last four characters.'),
    createdAt: z.iso.datetime(),
    createdBy: z
      .string()
      .nullable()
      .describe(
        'Address of the person or name of the API key that created the key; null if it was created on the command line.',
      ),
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable().describe('When the key was last used, to the minute.'),
  })
  .meta({ id: 'Key' })

const shownOnce = z
  .string()
  .nullable()
  .describe('The full key, shown only once; null in a replayed response.')

export const NewKey = Key.extend({ key: shownOnce }).meta({ id: 'NewKey' })

export const RotatedKey = NewKey.extend({
  replaces: z
    .object({ id: z.string(), expiresAt: z.iso.datetime() })
    .describe('The old key and when it stops working.'),
}).meta({ id: 'RotatedKey' })

export const KeyList = z.object({ keys: z.array(Key), ...listFields }).meta({ id: 'KeyList' })

export const KeyListQuery = PageQuery.extend(nameListFields)

export const KeyCreate = z
  .object({
    name: textUpTo(100)
      .trim()
      .min(1, 'must not be empty')
      .describe('Purpose of the key, such as "Billing service".'),
    kind: z
      .enum(['secret', 'public'])
      .default('secret')
      .describe('A secret key belongs on a server; a public key may appear on a web page.'),
    scopes: z
      .array(z.enum([...SECRET_SCOPES, 'track']))
      .min(1, 'must contain at least one scope')
      .max(4, 'must contain each scope at most once')
      .optional()
      .describe('Default: full for a secret key, track for a public one.'),
    expiresAt: Instant.optional().describe('When the key stops working. Default: never.'),
  })
  .refine(
    ({ kind, scopes }) =>
      !Array.isArray(scopes) || scopes.every((scope) => (scope === 'track') === (kind === 'public')),
    {
      path: ['scopes'],
      // Checked even if other fields are invalid, but not if a scope is unknown: that is reported already.
      when: ({ value, issues }) =>
        whenObject({ value }) && !issues.some(({ path }) => path?.[0] === 'scopes'),
      message: 'a public key has only the scope track, a secret key any of full, send and read',
      params: { code: 'invalid_enum_value' },
    },
  )
  .meta({ id: 'KeyCreate' })

const MOST_GRACE_SECONDS = 30 * 86_400

export const KeyRotate = z
  .object({
    graceSeconds: z
      .int()
      .min(0, 'must be at least 0')
      .max(MOST_GRACE_SECONDS, 'must be at most 2592000 (30 days)')
      .default(86_400)
      .describe('How many seconds the old key keeps working. Default: 86400 (a day).'),
  })
  .meta({ id: 'KeyRotate' })

export const KeyRevokeQuery = z.object({
  confirm: QueryBoolean.optional().describe(
    'true allows revoking the key that the request uses. Default: false.',
  ),
})
