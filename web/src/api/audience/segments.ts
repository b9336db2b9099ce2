import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ContactList } from '../../../../src/features/contacts/contacts.schema.ts'
import type { FilterTree } from '../../../../src/features/filters/filters.schema.ts'
import type {
  MembersAdded,
  MembersRemoved,
  SegmentCreate,
  SegmentExplained,
  SegmentGrowth as SegmentGrowthSchema,
  SegmentList,
  SegmentPatch,
  SegmentPreviewed,
  Segment as SegmentSchema,
  SegmentWithUses,
} from '../../../../src/features/segments/segments.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import type { RecordListFilter } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Segment = z.infer<typeof SegmentSchema>
export type UsedSegment = z.infer<typeof SegmentWithUses>
export type SegmentUse = UsedSegment['usedBy'][number]
export type SegmentExplanation = z.infer<typeof SegmentExplained>
export type SegmentGrowth = z.infer<typeof SegmentGrowthSchema>
export type FilterPreview = z.infer<typeof SegmentPreviewed>

/** Undefined while a filter that is not tracked has never been counted. */
export const knownCount = ({ memberCount, memberCountAt, type, trackMembership }: Segment) => {
  const isExact = type === 'STATIC' || trackMembership
  return isExact || memberCountAt !== null || memberCount > 0 ? memberCount : undefined
}

export const segmentListQuery = (api: ProjectApi, filter: RecordListFilter = {}) =>
  listOptions<z.infer<typeof SegmentList>>(api, '/segments', filter)

export const segmentQuery = (api: ProjectApi, segmentId: string) =>
  recordOptions<UsedSegment>(api, ['/segments', segmentId])

// The largest page of the API. A project has at most 1,000 segments, so ten pages are all of them.
const NAMES_PER_PAGE = 100
const MAX_PAGES = 10

export const segmentNamesQuery = (api: ProjectApi) =>
  queryOptions({
    queryKey: [api.projectId, '/segments', 'names'] as const,
    queryFn: async ({ signal }) => {
      const names: Pick<Segment, 'id' | 'name' | 'type'>[] = []
      let cursor: string | undefined
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { limit: NAMES_PER_PAGE, total: false, cursor }
        const found = await api.get<z.infer<typeof SegmentList>>('/segments', { query, signal })
        names.push(...found.segments.map(({ id, name, type }) => ({ id, name, type })))
        if (found.cursor === null) break
        cursor = found.cursor
      }
      return names
    },
    staleTime: 30_000,
  })

export const segmentMembersQuery = (api: ProjectApi, segmentId: string, search?: string) =>
  listOptions<z.infer<typeof ContactList>>(api, `/segments/${segmentId}/contacts`, { search })

export const growthQuery = (api: ProjectApi, segmentId: string) =>
  recordOptions<SegmentGrowth>(api, ['/segments', segmentId, 'growth'])

export const explainQuery = (api: ProjectApi, segmentId: string, contactId: string | undefined) =>
  queryOptions({
    queryKey: [api.projectId, '/segments', segmentId, 'explain', contactId] as const,
    queryFn: ({ signal }) =>
      api.get<SegmentExplanation>(`/segments/${segmentId}/explain`, { query: { contactId }, signal }),
    enabled: contactId !== undefined,
  })

export const previewFilter = (api: ProjectApi, filters: FilterTree, signal: AbortSignal) =>
  api.post<FilterPreview>('/segments/preview', { filters }, { signal })

export const createSegment = (api: ProjectApi, segment: z.input<typeof SegmentCreate>) =>
  api.post<Segment>('/segments', segment)

export const changeSegment = (api: ProjectApi, id: string, patch: z.input<typeof SegmentPatch>) =>
  api.patch<Segment>(`/segments/${id}`, patch)

export const deleteSegment = (api: ProjectApi, id: string) => api.delete<undefined>(`/segments/${id}`)

/** Limit of the API. */
export const MEMBERS_PER_CALL = 1000

export const addMembers = (api: ProjectApi, id: string, emails: string[]) =>
  api.post<z.infer<typeof MembersAdded>>(`/segments/${id}/members`, { emails })

export const removeMembers = (api: ProjectApi, id: string, emails: string[]) =>
  api.remove<z.infer<typeof MembersRemoved>>(`/segments/${id}/members`, { emails })
