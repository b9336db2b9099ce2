// Lists of campaigns, recipients and clicks as files.
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { csvReply, CsvTable, sendRows } from '../../../platform/http/replies/csv-report.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import { NEWEST_FIRST } from '../../../platform/record-sorts.values.ts'
import { findCampaign } from '../campaigns.queries.ts'
import { CampaignExportQuery } from '../campaigns.schema.ts'
import type { CampaignStatsRow } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import type { ClickRow } from './clicks.queries.ts'
import { readClicks } from './clicks.service.ts'
import { CampaignClickExportQuery } from './clicks.schema.ts'
import { CampaignRecipientExportQuery } from './statistics.schema.ts'
import { figureColumns } from './figure-columns.ts'
import { toRecipient } from './recipient-list.queries.ts'
import type { ReadRecipientRow } from './recipient-list.queries.ts'
import { listCampaignsWithStats, readRecipients } from './statistics.service.ts'

const tags = ['Campaigns']

const CSV = csvReply(CsvTable)

export function campaignExportRoutes(app: App): void {
  app.get(
    '/campaigns/export',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportCampaigns',
        summary: 'Export campaigns with their figures as CSV',
        description:
          'Streams a row per campaign, newest first, with the figures of `GET /campaigns/{id}/stats`. Figures are empty for campaigns that have not started.',
        querystring: CampaignExportQuery,
        response: answers({ 200: CSV }),
      },
    },
    ({ db, projectId, query }, reply) =>
      sendRows(reply, {
        name: 'campaigns',
        columns: CAMPAIGN_COLUMNS,
        page: (page) =>
          listCampaignsWithStats(db, {
            ...page,
            projectId,
            filter: { ...query, sort: NEWEST_FIRST },
            offset: 0,
          }),
      }),
  )

  app.get(
    '/campaigns/:id/recipients/export',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportCampaignRecipients',
        summary: 'Export the recipients of a campaign as CSV',
        description: 'Streams the recipients of `GET /campaigns/{id}/recipients`, one row each.',
        params: idParams<'campaign'>(),
        querystring: CampaignRecipientExportQuery,
        response: answers({ 200: CSV }, [404]),
      },
    },
    async ({ db, projectId, params, query: narrowing }, reply) => {
      const ref = { projectId, campaignId: params.id }
      requireCampaign(await findCampaign(db, ref))
      return sendRows(reply, {
        name: `recipients-${params.id}`,
        columns: RECIPIENT_COLUMNS,
        page: async ({ limit, before: after }) => {
          const query = { ...ref, ...narrowing, limit, after, isTotalWanted: false }
          return (await readRecipients(db, query)).page
        },
      })
    },
  )

  app.get(
    '/campaigns/:id/clicks/export',
    {
      config: { access: 'read', readsReplica: true },
      schema: {
        tags,
        operationId: 'exportCampaignClicks',
        summary: 'Export who clicked a link of a campaign as CSV',
        description: 'Streams the recipients of `GET /campaigns/{id}/clicks`, one row each.',
        params: idParams<'campaign'>(),
        querystring: CampaignClickExportQuery,
        response: answers({ 200: CSV }, [404]),
      },
    },
    async ({ db, projectId, params, query: { url } }, reply) => {
      const ref = { projectId, campaignId: params.id }
      requireCampaign(await findCampaign(db, ref))
      return sendRows(reply, {
        name: `clicks-${params.id}`,
        columns: CLICK_COLUMNS,
        page: async ({ limit, before: after }) =>
          (await readClicks(db, { ...ref, url, limit, after, isTotalWanted: false })).page,
      })
    },
  )
}

const CAMPAIGN_COLUMNS = {
  id: (row: CampaignStatsRow) => row.id,
  name: (row: CampaignStatsRow) => row.name,
  subject: (row: CampaignStatsRow) => row.subject,
  status: (row: CampaignStatsRow) => row.status,
  createdAt: (row: CampaignStatsRow) => row.created_at.toISOString(),
  startedAt: (row: CampaignStatsRow) => row.started_at?.toISOString(),
  sentAt: (row: CampaignStatsRow) => row.sent_at?.toISOString(),
  ...figureColumns(({ stats }: CampaignStatsRow) => stats),
}

const RECIPIENT_COLUMNS = {
  contactId: (row: ReadRecipientRow) => row.contact_id,
  email: (row: ReadRecipientRow) => row.address,
  status: (row: ReadRecipientRow) => row.status,
  reason: (row: ReadRecipientRow) => row.reason,
  emailId: (row: ReadRecipientRow) => toRecipient(row).emailId,
  sentAt: (row: ReadRecipientRow) => row.sent_at?.toISOString(),
  opened: (row: ReadRecipientRow) => row.opened,
  clicked: (row: ReadRecipientRow) => row.clicked,
}

const CLICK_COLUMNS = {
  contactId: (row: ClickRow) => row.contact_id,
  email: (row: ClickRow) => row.address,
  emailId: (row: ClickRow) => row.id,
  clickedAt: (row: ClickRow) => row.created_at.toISOString(),
}
