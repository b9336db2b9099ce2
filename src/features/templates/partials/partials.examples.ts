import type { z } from 'zod'
import type { ExamplesOf } from '../../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './partials.schema.ts'

const BODY = '<p><a href="https://shop.example"><img src="https://shop.example/logo.png" alt="Shop"></a></p>'

const partial: z.output<typeof schemas.EmailPartial> = {
  id: '019c2f92-11d2-7c3b-9a10-7e5d20b8c4f1',
  key: 'header',
  name: 'Header with the logo',
  version: 3,
  usedBy: [{ kind: 'template', id: '019c2f91-c7f5-7e02-8d31-a94b6e0c25f8', name: 'Password reset' }],
  usedByCount: 1,
  createdAt: '2026-02-02T10:00:00.000Z',
  updatedAt: '2026-02-09T15:12:00.000Z',
  body: BODY,
}

const version: z.output<typeof schemas.EmailPartialVersion> = {
  version: 3,
  body: BODY,
  createdAt: '2026-02-09T15:12:00.000Z',
}

export const partialExamples = {
  EmailPartial: partial,
  EmailPartialList: { partials: [partial], cursor: null, hasMore: false, total: 1 },
  EmailPartialCreate: { key: 'header', name: 'Header with the logo', body: BODY },
  EmailPartialPatch: { body: '<p><img src="https://shop.example/logo-2.png" alt="Shop"></p>' },
  EmailPartialVersion: version,
  EmailPartialVersionList: {
    versions: [{ version: 3, createdAt: version.createdAt }],
    cursor: null,
    hasMore: false,
    total: 1,
  },
  EmailPartialRender: { body: '<p>Hello {{ name }}</p>', data: { name: 'Ada' } },
  RenderedEmailPartial: {
    html: '<p>Hello Ada</p>',
    text: 'Hello Ada',
    missing: [],
    variables: ['name'],
    checks: [],
  },
} satisfies ExamplesOf<typeof schemas>
