import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { csvReply, CsvTable, sendTable } from '../../../platform/http/replies/csv-report.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { countSources, keyOfSource, listSources } from './desk.queries.ts'
import type { ReportLine } from './desk.queries.ts'
import { listLines, openDesk, readDesk, toSource } from './desk.service.ts'
import {
  DomainReports,
  DomainReportsQuery,
  ReportSourceList,
  ReportSourcesQuery,
} from './domain-reports.schema.ts'

const tags = ['Domains']

export function domainReportRoutes(app: App, { clock, secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/domains/:id/reports',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getDomainReports',
        summary: 'Get the reports about a domain',
        description:
          'Returns what receivers reported about the domain (DMARC and TLS reports that they signed): messages by day and receiver beside what was sent, whether they passed DMARC, whether a stricter policy would lose any, and failures of TLS. Without days: the last 30. Days are kept for 13 months.',
        params: idParams<'domain'>(),
        querystring: DomainReportsQuery,
        response: answers({ 200: DomainReports }, [404]),
      },
    },
    ({ db, projectId, params, query }) =>
      readDesk(db, { projectId, domainId: params.id, query, now: clock.now() }),
  )

  app.get(
    '/domains/:id/reports/sources',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listReportSources',
        summary: 'List the addresses that send as a domain',
        description:
          'Returns the IP addresses in the signed reports about these days, the one with the most messages first, each with its role and the next step.',
        params: idParams<'domain'>(),
        querystring: ReportSourcesQuery,
        response: answers({ 200: ReportSourceList }, [404]),
      },
    },
    async (request) => {
      const { db, projectId, params, query } = request
      const { domain, range } = await openDesk(db, {
        projectId,
        domainId: params.id,
        query,
        now: clock.now(),
      })
      return listing(request, {
        name: 'sources',
        owner: params.id,
        page: (at, { limit, before }) => listSources(at, { ...range, limit, before }),
        count: (at) => countSources(at, range),
        keyOf: keyOfSource,
        item: (row) => toSource(row, domain),
      })
    },
  )

  app.get(
    '/domains/:id/reports/export',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportDomainReports',
        summary: 'Export the reports about a domain as CSV',
        description:
          'Returns a line per day, reporter, source and disposition, oldest first: at most 100,000.',
        params: idParams<'domain'>(),
        querystring: DomainReportsQuery,
        response: answers({ 200: csvReply(CsvTable) }, [404]),
      },
    },
    async ({ db, projectId, params, query }, reply) => {
      const rows = await listLines(db, { projectId, domainId: params.id, query, now: clock.now() })
      return sendTable(reply, { name: `domain-reports-${params.id}`, columns: COLUMNS, rows })
    },
  )
}

const COLUMNS = {
  day: ({ day }: ReportLine) => day,
  reporter: ({ reporter }: ReportLine) => reporter,
  source: ({ source }: ReportLine) => source,
  disposition: ({ disposition }: ReportLine) => disposition,
  messages: ({ messages }: ReportLine) => messages,
  aligned: ({ aligned }: ReportLine) => aligned,
  ours: ({ ours }: ReportLine) => ours,
  oursAligned: ({ oursAligned }: ReportLine) => oursAligned,
}
