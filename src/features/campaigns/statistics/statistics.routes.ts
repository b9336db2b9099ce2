import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { success } from '../../../platform/http/replies/envelope.ts'
import { csvReply, CsvReport, sendReport } from '../../../platform/http/replies/csv-report.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { toClick } from './clicks.queries.ts'
import { CampaignClickList, CampaignClickQuery } from './clicks.schema.ts'
import { readClicks } from './clicks.service.ts'
import { CampaignComparisonAnswer } from './comparison.schema.ts'
import { readBreakdown, readComparison, readRecipients, readStatistics } from './statistics.service.ts'
import { toRecipient } from './recipient-list.queries.ts'
import {
  CampaignBreakdownAnswer,
  CampaignRecipientList,
  CampaignRecipientQuery,
  CampaignStatisticsAnswer,
} from './statistics.schema.ts'

const tags = ['Campaigns']

export function campaignStatisticsRoutes(app: App, { secrets, clock }: Deps): void {
  const listing = createListing(secrets)

  app.get(
    '/campaigns/:id/stats',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getCampaignStatistics',
        summary: 'Get the statistics of a campaign',
        description:
          'Returns the figures of a campaign, also while it is being sent. They are cumulative: an email that was opened still counts as sent.',
        params: idParams<'campaign'>(),
        response: answers({ 200: CampaignStatisticsAnswer }, [404]),
      },
    },
    async ({ projectId, params, db }) =>
      success(await readStatistics(db, { projectId, campaignId: params.id, now: clock.now() })),
  )

  app.get(
    '/campaigns/:id/breakdown',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getCampaignBreakdown',
        summary: 'Get results by mailbox provider, and bounces by reason',
        description:
          'Returns how many emails were delivered, bounced or reported as spam at the largest mailbox providers and domains, and why emails bounced. Each covers the first 20,000 emails.',
        params: idParams<'campaign'>(),
        response: answers({ 200: CampaignBreakdownAnswer }, [404]),
      },
    },
    async ({ projectId, params, db }) =>
      success(await readBreakdown(db, { projectId, campaignId: params.id })),
  )

  app.get(
    '/campaigns/:id/comparison',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'getCampaignComparison',
        summary: 'Get the comparison of a campaign with earlier ones',
        description:
          'Compares the rates of a campaign with those of the last ten campaigns that were sent before it: their median, and its place among them.',
        params: idParams<'campaign'>(),
        response: answers({ 200: CampaignComparisonAnswer }, [404]),
      },
    },
    async ({ projectId, params, db }) =>
      success(await readComparison(db, { projectId, campaignId: params.id })),
  )

  app.get(
    '/campaigns/:id/clicks',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listCampaignClicks',
        summary: 'List who clicked a link of a campaign',
        description:
          'Lists the recipients who clicked a link, each once, in no particular order. Clicks by machines are among them.',
        params: idParams<'campaign'>(),
        querystring: CampaignClickQuery,
        response: answers({ 200: CampaignClickList }, [404]),
      },
    },
    (request) => {
      const campaignId = request.params.id
      return listing(request, {
        name: 'clicks',
        owner: `${campaignId} ${request.query.url}`,
        pageAndTotal: (db, { filter: { url }, before: after, ...query }) =>
          readClicks(db, { ...query, campaignId, url, after }),
        item: toClick,
      })
    },
  )

  app.get(
    '/campaigns/:id/report',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportCampaignReport',
        summary: 'Export the report of a campaign as CSV',
        description:
          'Returns the figures of `GET /campaigns/{id}/stats`, `GET /campaigns/{id}/breakdown` and `GET /campaigns/{id}/comparison` as one file.',
        params: idParams<'campaign'>(),
        response: answers({ 200: csvReply(CsvReport) }, [404]),
      },
    },
    async ({ projectId, params, db }, reply) => {
      const ref = { projectId, campaignId: params.id }
      const statistics = await readStatistics(db, { ...ref, now: clock.now() })
      const breakdown = await readBreakdown(db, ref)
      const report = { ...statistics, ...breakdown, comparison: await readComparison(db, ref) }
      return sendReport(reply, { name: `campaign-${params.id}`, report })
    },
  )

  app.get(
    '/campaigns/:id/recipients',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'listCampaignRecipients',
        summary: 'List the recipients of a campaign',
        description:
          'Lists the recipients with the status of each, in no particular order. The list is empty until the recipients are selected, soon after the campaign starts.',
        params: idParams<'campaign'>(),
        querystring: CampaignRecipientQuery,
        response: answers({ 200: CampaignRecipientList }, [404]),
      },
    },
    (request) => {
      const campaignId = request.params.id
      return listing(request, {
        name: 'recipients',
        owner: campaignId,
        pageAndTotal: (db, { filter, before: after, ...query }) =>
          readRecipients(db, { ...query, campaignId, ...filter, after }),
        item: toRecipient,
      })
    },
  )
}
