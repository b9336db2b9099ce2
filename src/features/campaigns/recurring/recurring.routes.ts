import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { csvReply, CsvTable, sendRows } from '../../../platform/http/replies/csv-report.ts'
import { createListing } from '../../../platform/http/replies/listing.ts'
import { idParams, NoContent } from '../../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../../filters/index.ts'
import { figureColumns } from '../statistics/figure-columns.ts'
import { countRecurring, findRecurring, listRecurring, toRecurring } from './recurring.queries.ts'
import { toRecurringSummary, toRun } from './recurring.queries.ts'
import {
  Feed,
  FeedPreviewRequest,
  RecurringCampaign,
  RecurringCampaignCreate,
  RecurringCampaignList,
  RecurringCampaignListQuery,
  RecurringCampaignPatch,
  RecurringCampaignSummary,
  RecurringRunList,
  RecurringRunListQuery,
} from './recurring.schema.ts'
import {
  changeRecurring,
  createRecurring,
  removeRecurring,
  requestRun,
  requireRecurring,
} from './recurring.service.ts'
import { previewFeed } from './feed/campaign-feed.service.ts'
import { listRunsWithStats } from './run-figures.service.ts'
import type { ReportedRun } from './run-figures.service.ts'
import { countRuns, listRuns } from './runs.queries.ts'

const tags = ['Recurring campaigns']

const strictBody = { records: [RecurringCampaign, RecurringCampaignSummary] }

export function recurringRoutes(app: App, deps: Deps, { filters }: { filters: Filters }): void {
  const { clock, config, secrets, threads, http } = deps
  const listing = createListing(secrets)
  const tools = () => ({ config, threads, http, filters, now: clock.now() })

  app.get(
    '/recurring-campaigns',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listRecurringCampaigns',
        summary: 'List recurring campaigns',
        description: 'Lists recurring campaigns, newest first, with their last run and without their bodies.',
        querystring: RecurringCampaignListQuery,
        response: answers({ 200: RecurringCampaignList }),
      },
    },
    (request) =>
      listing(request, {
        name: 'recurringCampaigns',
        page: listRecurring,
        count: countRecurring,
        item: toRecurringSummary,
      }),
  )

  app.post(
    '/recurring-campaigns',
    {
      config: { access: 'full', beginsLate: true, strictBody },
      schema: {
        tags,
        operationId: 'createRecurringCampaign',
        summary: 'Create a recurring campaign',
        description:
          'Takes the fields of a campaign and a schedule. Each run creates a campaign of its own from them and sends it; a run that was missed because the server did not run is made up for once. Returns 403 if the domain of the sender is not verified, 404 if the segment does not exist, and 409 if the project has 100 recurring campaigns.',
        body: RecurringCampaignCreate,
        response: answers({ 201: RecurringCampaign }, [404]),
      },
    },
    async ({ late, projectId, body: input }, reply) =>
      reply.code(201).send(toRecurring(await createRecurring(late, { projectId, input, ...tools() }))),
  )

  app.get(
    '/recurring-campaigns/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getRecurringCampaign',
        summary: 'Get a recurring campaign',
        description: 'Returns the recurring campaign with its body, its next and its last run.',
        params: idParams<'recurring campaign'>(),
        response: answers({ 200: RecurringCampaign }, [404]),
      },
    },
    async ({ db, projectId, params }) =>
      toRecurring(requireRecurring(await findRecurring(db, { projectId, recurringId: params.id }))),
  )

  app.patch(
    '/recurring-campaigns/:id',
    {
      config: { access: 'full', beginsLate: true, strictBody },
      schema: {
        tags,
        operationId: 'updateRecurringCampaign',
        summary: 'Update a recurring campaign',
        description:
          'Changes the given fields for later runs. Campaigns of earlier runs stay as they are. `enabled: false` stops the schedule.',
        params: idParams<'recurring campaign'>(),
        body: RecurringCampaignPatch,
        response: answers({ 200: RecurringCampaign }, [404]),
      },
    },
    async ({ late, projectId, params, body: patch }) =>
      toRecurring(await changeRecurring(late, { projectId, recurringId: params.id, patch, ...tools() })),
  )

  app.delete(
    '/recurring-campaigns/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteRecurringCampaign',
        summary: 'Delete a recurring campaign',
        description:
          'Ends the schedule and deletes the list of its runs. The campaigns that it created stay, and those being sent continue.',
        params: idParams<'recurring campaign'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      await removeRecurring(db, { projectId, recurringId: params.id })
      return reply.code(204).send()
    },
  )

  feedRoutes(app, deps)
  runRoutes(app, deps)
}

function feedRoutes(app: App, deps: Deps): void {
  app.post(
    '/recurring-campaigns/preview-feed',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'previewFeed',
        summary: 'Preview a feed',
        description:
          'Fetches a feed now and returns it as templates see it, with its newest items. Returns 422 with the reason if it cannot be fetched or read.',
        body: FeedPreviewRequest,
        response: answers({ 200: Feed }),
      },
    },
    ({ projectId, body }) => previewFeed(deps, { projectId, ...body }),
  )
}

function runRoutes(app: App, { clock, secrets }: Deps): void {
  const listing = createListing(secrets)

  app.post(
    '/recurring-campaigns/:id/run',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'runRecurringCampaign',
        summary: 'Start a run of a recurring campaign',
        description:
          'Asks for a run at once, besides the schedule; also if it is disabled. Returns 202 at once with `runRequestedAt`; the run appears in GET /recurring-campaigns/{id}/runs when it has taken place. A request while one waits changes nothing.',
        params: idParams<'recurring campaign'>(),
        response: answers({ 202: RecurringCampaign }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const row = await requestRun(db, { projectId, recurringId: params.id, now: clock.now() })
      return reply.code(202).send(toRecurring(row))
    },
  )

  app.get(
    '/recurring-campaigns/:id/runs',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listRecurringCampaignRuns',
        summary: 'List the runs of a recurring campaign',
        description:
          'Returns the runs, newest first: each with its campaign and its subject, or with the reason why there is none. The newest 1,000 are kept.',
        params: idParams<'recurring campaign'>(),
        querystring: RecurringRunListQuery,
        response: answers({ 200: RecurringRunList }, [404]),
      },
    },
    async (request) => {
      const ref = { projectId: request.projectId, recurringId: request.params.id }
      requireRecurring(await findRecurring(request.db, ref))
      return listing(request, {
        name: 'runs',
        owner: ref.recurringId,
        page: (db, options) => listRuns(db, { ...options, ...ref }),
        count: (db, { filter }) => countRuns(db, { ...ref, filter }),
        item: toRun,
      })
    },
  )

  app.get(
    '/recurring-campaigns/:id/report',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'exportRecurringCampaignRuns',
        summary: 'Export the runs of a recurring campaign as CSV',
        description:
          'Streams the runs of `GET /recurring-campaigns/{id}/runs`, newest first, each with the figures of its campaign.',
        params: idParams<'recurring campaign'>(),
        response: answers({ 200: csvReply(CsvTable) }, [404]),
      },
    },
    async ({ db, projectId, params }, reply) => {
      const ref = { projectId, recurringId: params.id }
      requireRecurring(await findRecurring(db, ref))
      return sendRows(reply, {
        name: `runs-${params.id}`,
        columns: RUN_COLUMNS,
        page: (page) => listRunsWithStats(db, { ...page, ...ref }),
      })
    },
  )
}

const RUN_COLUMNS = {
  scheduledFor: (row: ReportedRun) => toRun(row).scheduledFor,
  ranAt: (row: ReportedRun) => toRun(row).ranAt,
  manual: (row: ReportedRun) => row.is_manual,
  outcome: (row: ReportedRun) => row.outcome,
  reason: (row: ReportedRun) => row.reason,
  items: (row: ReportedRun) => row.item_count,
  campaignId: (row: ReportedRun) => row.campaign_id,
  campaign: (row: ReportedRun) => row.campaign?.name,
  subject: (row: ReportedRun) => row.campaign?.subject,
  status: (row: ReportedRun) => row.campaign?.status,
  ...figureColumns((row: ReportedRun) => row.campaign?.stats),
}
