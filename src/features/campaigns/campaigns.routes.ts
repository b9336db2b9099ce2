import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { recordKey } from '../../platform/record-key.ts'
import { createNumberedListing } from '../../platform/http/replies/listing.ts'
import { success } from '../../platform/http/replies/envelope.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { idParams, NoContent } from '../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../filters/index.ts'
import { listCampaignsWithStats } from './statistics/statistics.service.ts'
import { countCampaigns } from './campaign-list.queries.ts'
import { findCampaign, toCampaign, toCampaignSummary } from './campaigns.queries.ts'
import {
  Campaign,
  CampaignAnswer,
  CampaignCreate,
  CampaignList,
  CampaignListQuery,
  CampaignPatch,
  CampaignSummary,
} from './campaigns.schema.ts'
import { withCurrentBodies } from './prepare-content.service.ts'
import {
  changeCampaign,
  createCampaign,
  duplicateCampaign,
  removeCampaign,
  requireCampaign,
} from './campaigns.service.ts'

const tags = ['Campaigns']

const AT_SENDING = 'pass it to POST /campaigns/{id}/send, which starts or schedules the campaign'

const strictBody = {
  records: [Campaign, CampaignSummary],
  hints: {
    scheduledFor: AT_SENDING,
    sendAt: AT_SENDING,
    delaySeconds: AT_SENDING,
  },
}

export function campaignRoutes(
  app: App,
  { clock, config, secrets, threads }: Deps,
  { filters }: { filters: Filters },
): void {
  const numberedListing = createNumberedListing(secrets)
  const tools = () => ({ config, threads, filters, now: clock.now() })

  app.get(
    '/campaigns',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listCampaigns',
        summary: 'List campaigns',
        description:
          'Lists campaigns with their figures and without their bodies. `GET /campaigns/{id}` returns the body.',
        querystring: CampaignListQuery,
        response: answers({ 200: CampaignList }),
      },
    },
    (request) =>
      numberedListing(request, {
        name: 'campaigns',
        page: listCampaignsWithStats,
        count: countCampaigns,
        keyOf: (row) => recordKey(request.query.sort, row),
        item: toCampaignSummary,
      }),
  )

  app.post(
    '/campaigns',
    {
      config: { access: 'full', beginsLate: true, strictBody },
      schema: {
        tags,
        operationId: 'createCampaign',
        summary: 'Create a campaign as a draft',
        description:
          'Creates a draft. Nothing is sent before `POST /campaigns/{id}/send`. With `template`, the content of its current version is copied, so later changes of the template do not change the campaign. Returns 404 if the segment does not exist, and 403 if the domain of the sender is not verified.',
        body: CampaignCreate,
        response: answers({ 201: CampaignAnswer }, [404]),
      },
    },
    async ({ late, projectId, body: input }, reply) => {
      const row = await createCampaign(late, { projectId, input, ...tools() })
      return reply.code(201).send(success(toCampaign(row)))
    },
  )

  app.get(
    '/campaigns/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getCampaign',
        summary: 'Get a campaign',
        description: 'Returns the campaign with its body and its current state.',
        params: idParams<'campaign'>(),
        response: answers({ 200: CampaignAnswer }, [404]),
      },
    },
    async ({ projectId, params, db }) => {
      const ref = { projectId, campaignId: params.id }
      return success(toCampaign(await withCurrentBodies(db, requireCampaign(await findCampaign(db, ref)))))
    },
  )

  app.patch(
    '/campaigns/:id',
    {
      config: { access: 'full', beginsLate: true, strictBody },
      schema: {
        tags,
        operationId: 'updateCampaign',
        summary: 'Update a campaign',
        description:
          'Changes the given fields of a draft or a scheduled campaign. Returns 400 once it is SENDING, SENT or CANCELLED, unless `archived` is the only field, which can be changed at any time.',
        params: idParams<'campaign'>(),
        body: CampaignPatch,
        response: answers({ 200: CampaignAnswer }, [404]),
      },
    },
    async ({ projectId, params, late, body }) => {
      const ref = { projectId, campaignId: params.id }
      return success(toCampaign(await changeCampaign(late, { ...ref, patch: body, ...tools() })))
    },
  )

  app.delete(
    '/campaigns/:id',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteCampaign',
        summary: 'Delete a campaign',
        description: 'Deletes a draft. Returns 400 for a campaign that is not a DRAFT.',
        params: idParams<'campaign'>(),
        response: answers({ 204: NoContent }, [404]),
      },
    },
    async ({ projectId, params, db }, reply) => {
      await removeCampaign(db, { projectId, campaignId: params.id })
      return reply.code(204).send()
    },
  )

  app.post(
    '/campaigns/:id/duplicate',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'duplicateCampaign',
        summary: 'Duplicate a campaign',
        description:
          'Creates a draft with the same content and audience, from a campaign in any state. The copy is not in the archive.',
        params: idParams<'campaign'>(),
        response: answers({ 201: CampaignAnswer }, [404]),
      },
    },
    async ({ projectId, params, db }, reply) => {
      const row = await duplicateCampaign(db, { projectId, campaignId: params.id, now: clock.now() })
      return reply.code(201).send(success(toCampaign(row)))
    },
  )
}
