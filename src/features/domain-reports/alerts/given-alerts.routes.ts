import type { z } from 'zod'
import { displayDomain } from '../../../platform/addresses/domain-name.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams, PageQuery } from '../../../platform/http/replies/paging.schema.ts'
import { ALERT_EVENTS } from '../domain-reports.values.ts'
import { findReportedDomain } from '../intake/intake.queries.ts'
import { countGivenAlerts, listGivenAlerts } from './given-alerts.queries.ts'
import type { GivenAlertRow } from './given-alerts.queries.ts'
import { DomainAlertList } from './given-alerts.schema.ts'
import type { DomainAlert } from './given-alerts.schema.ts'

const tags = ['Domains']

const toAlert = ({ kind, at, domain, ...row }: GivenAlertRow): z.infer<typeof DomainAlert> => ({
  ...row,
  domain: displayDomain(domain),
  event: ALERT_EVENTS[kind],
  createdAt: at.toISOString(),
})

export function givenAlertRoutes(app: App, { secrets }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/domains/alerts',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listDomainAlerts',
        summary: 'List alerts about all domains',
        description:
          'Returns the alerts that reports of receivers raised about any domain of the project, newest first. Alerts are kept for 13 months.',
        querystring: PageQuery,
        response: answers({ 200: DomainAlertList }),
      },
    },
    (request) =>
      listing(request, { name: 'alerts', page: listGivenAlerts, count: countGivenAlerts, item: toAlert }),
  )

  app.get(
    '/domains/:id/reports/alerts',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listReportAlerts',
        summary: 'List alerts about a domain',
        description:
          'Returns the alerts that reports of receivers raised about the domain, newest first: what was seen, and the next step. Alerts are kept for 13 months.',
        params: idParams<'domain'>(),
        querystring: PageQuery,
        response: answers({ 200: DomainAlertList }, [404]),
      },
    },
    async (request) => {
      const { db, projectId, params } = request
      const domainId = params.id
      const domain = await findReportedDomain(db, { projectId, domainId })
      if (domain === undefined) throw new AppError('DOMAIN_NOT_FOUND')
      return listing(request, {
        name: 'alerts',
        owner: domainId,
        page: (at, page) => listGivenAlerts(at, { ...page, domainId }),
        count: (at) => countGivenAlerts(at, { projectId, domainId }),
        item: toAlert,
      })
    },
  )
}
