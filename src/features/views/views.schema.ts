import { z } from 'zod'
import { listFields, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { jsonObjectUpTo, lineUpTo } from '../../platform/schemas/bounded.schema.ts'
import { VIEWED_LISTS } from './views.values.ts'

// The largest filter that GET /contacts takes has 8,000 characters.
const MOST_PARAMS_BYTES = 10_000

const list = z
  .enum(VIEWED_LISTS)
  .meta({ id: 'ViewedList', description: 'The list that the view belongs to.' })
const name = lineUpTo(60).trim().min(1, 'must not be empty').describe('Unique among the views of the list.')
const params = jsonObjectUpTo(MOST_PARAMS_BYTES).describe(
  'Search, filters and order of the list as the dashboard has them in its address, at most 10 kB of JSON. They are stored as they are.',
)

export const SavedView = z
  .object({
    id: z.string(),
    list,
    name: z.string(),
    params: z.record(z.string(), z.unknown()),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedView' })

export const SavedViewList = z
  .object({ views: z.array(SavedView), ...listFields })
  .meta({ id: 'SavedViewList' })

export const SavedViewListQuery = PageQuery.extend({
  list: z.enum(VIEWED_LISTS).optional().describe('Only views of this list.'),
})

export const SavedViewCreate = z.object({ list, name, params }).meta({ id: 'SavedViewCreate' })

export const SavedViewPatch = z
  .object({ name: name.optional(), params: params.optional() })
  .meta({ id: 'SavedViewPatch' })
