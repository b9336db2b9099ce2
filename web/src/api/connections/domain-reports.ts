// The reports of receivers about a domain.
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  DomainReports as DomainReportsSchema,
  ReportSourceList,
} from '../../../../src/features/domain-reports/desk/domain-reports.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'

export type DomainReports = z.infer<typeof DomainReportsSchema>
type SourceList = z.infer<typeof ReportSourceList>
export type ReportSource = SourceList['sources'][number]
export type ReportRange = { from: string }

const pathOf = (domainId: string): string => `/domains/${domainId}/reports`

export const domainReportsPath = (domainId: string): string => `${pathOf(domainId)}/export`

export const domainReportsQuery = (api: ProjectApi, domainId: string, range: ReportRange) =>
  queryOptions({
    queryKey: [api.projectId, '/domains', domainId, 'reports', range] as const,
    queryFn: ({ signal }) => api.get<DomainReports>(pathOf(domainId), { query: range, signal }),
  })

export const reportSourcesQuery = (api: ProjectApi, domainId: string, range: ReportRange) =>
  listOptions<SourceList>(api, `${pathOf(domainId)}/sources`, range)
