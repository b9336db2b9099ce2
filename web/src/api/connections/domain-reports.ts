// The reports of receivers about a domain.
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { DomainAlertList } from '../../../../src/features/domain-reports/alerts/given-alerts.schema.ts'
import type {
  DomainReports as DomainReportsSchema,
  ReportSourceList,
} from '../../../../src/features/domain-reports/desk/domain-reports.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'

export type DomainReports = z.infer<typeof DomainReportsSchema>
type AlertList = z.infer<typeof DomainAlertList>
export type DomainAlert = AlertList['alerts'][number]
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

export const reportAlertsQuery = (api: ProjectApi, domainId: string) =>
  listOptions<AlertList>(api, `${pathOf(domainId)}/alerts`)

const NEW_MS = 7 * 86_400_000

/** The alerts of the last days about a domain, or about all of them. */
export const newAlertsQuery = (api: ProjectApi, domainId?: string) =>
  queryOptions({
    queryKey: [api.projectId, '/domains', 'new-alerts', domainId] as const,
    queryFn: async ({ signal }) => {
      const path = domainId === undefined ? '/domains/alerts' : `${pathOf(domainId)}/alerts`
      const { alerts } = await api.get<AlertList>(path, { query: { limit: 50, total: false }, signal })
      const since = Date.now() - NEW_MS
      return alerts.filter(({ createdAt }) => Date.parse(createdAt) >= since)
    },
  })
