import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './views.schema.ts'

const view: z.output<typeof schemas.SavedView> = {
  id: '019c2f60-3b10-7c42-9a1e-2d4f6b8c0e13',
  list: 'campaigns',
  name: 'Sent, by name',
  params: { status: 'SENT', sort: 'name' },
  createdAt: '2026-02-02T11:05:00.000Z',
  updatedAt: '2026-02-02T11:05:00.000Z',
}

export const viewExamples = {
  SavedView: view,
  SavedViewList: { views: [view], cursor: null, hasMore: false, total: 1 },
  SavedViewCreate: { list: 'campaigns', name: 'Sent, by name', params: { status: 'SENT', sort: 'name' } },
  SavedViewPatch: { name: 'Sent campaigns' },
} satisfies ExamplesOf<typeof schemas>
