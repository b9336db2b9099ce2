import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { success } from '../../../platform/http/replies/envelope.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { idParams } from '../../../platform/http/replies/paging.schema.ts'
import type { Filters } from '../../filters/index.ts'
import { toCampaign } from '../campaigns.queries.ts'
import { CampaignAnswer, CampaignPause, CampaignSend, Empty } from '../campaigns.schema.ts'
import { CampaignTest, CampaignTested } from './test-email.schema.ts'
import { CampaignWinner } from './winner.schema.ts'
import { chooseWinner } from './sample.service.ts'
import { sendCampaign } from './send-campaign.service.ts'
import { createSendTest } from './test-email.service.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from './pause-cancel.service.ts'

const tags = ['Campaigns']

export function campaignSendingRoutes(app: App, deps: Deps, { filters }: { filters: Filters }): void {
  const { clock, config } = deps
  const sendTest = createSendTest(deps)

  app.post(
    '/campaigns/:id/send',
    {
      config: { access: 'full', strictBody: { records: [] } },
      schema: {
        tags,
        operationId: 'sendCampaign',
        summary: 'Send or schedule a campaign',
        description:
          'Starts the campaign now, or schedules it for `scheduledFor`. Its recipients are selected when it starts. Returns 400 if it is not DRAFT or SCHEDULED or would have no recipients, and 403 if the domain of its sender is not verified. The response has no body.',
        params: idParams<'campaign'>(),
        body: CampaignSend,
        response: answers({ 200: Empty }, [404]),
      },
    },
    async ({ projectId, params, db, body }, reply) => {
      const ref = { projectId, campaignId: params.id }
      await sendCampaign(db, { ...ref, options: body, filters, config, now: clock.now() })
      return reply.code(200).send()
    },
  )

  app.post(
    '/campaigns/:id/cancel',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'cancelCampaign',
        summary: 'Cancel a campaign',
        description:
          'A scheduled campaign, or one within its delaySeconds, becomes a DRAFT again. A campaign that is being sent becomes CANCELLED: emails that have not been handed to a mail server are dropped.',
        params: idParams<'campaign'>(),
        response: answers({ 200: CampaignAnswer }, [404]),
      },
    },
    async ({ projectId, params, db }) => {
      const ref = { projectId, campaignId: params.id }
      return success(toCampaign(await cancelCampaign(db, { ...ref, now: clock.now() })))
    },
  )

  app.post(
    '/campaigns/:id/pause',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'pauseCampaign',
        summary: 'Pause a campaign',
        description:
          'Pauses a campaign that is being sent. It stays SENDING with `paused: true`; only emails that are being handed to a mail server still leave.',
        params: idParams<'campaign'>(),
        body: CampaignPause,
        response: answers({ 200: CampaignAnswer }, [404]),
      },
    },
    async ({ projectId, params, body, db }) => {
      const ref = { projectId, campaignId: params.id }
      const reason = body.reason ?? undefined
      return success(toCampaign(await pauseCampaign(db, { ...ref, reason, now: clock.now() })))
    },
  )

  app.post(
    '/campaigns/:id/resume',
    {
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'resumeCampaign',
        summary: 'Resume a campaign',
        description:
          'Continues a paused campaign where it stopped. Returns 403 if the domain of its sender is not verified.',
        params: idParams<'campaign'>(),
        response: answers({ 200: CampaignAnswer }, [404]),
      },
    },
    async ({ projectId, params, db }) => {
      const ref = { projectId, campaignId: params.id }
      return success(toCampaign(await resumeCampaign(db, { ...ref, config, now: clock.now() })))
    },
  )

  app.post(
    '/campaigns/:id/winner',
    {
      config: { access: 'full', audit: 'campaign.winner-chosen' },
      schema: {
        tags,
        operationId: 'chooseCampaignWinner',
        summary: 'Choose the winner of a variant test',
        description:
          'Ends the variant test of a campaign that is being sent, without waiting for its figures: everybody without an email gets this variant, also the rest of the sample. Repeating the choice changes nothing. Returns 400 without a variant test, before the recipients are selected, and once another variant has won.',
        params: idParams<'campaign'>(),
        body: CampaignWinner,
        response: answers({ 200: CampaignAnswer }, [404]),
      },
    },
    async ({ projectId, params, body, db }) => {
      const choice = { projectId, campaignId: params.id, variant: body.variant }
      return success(toCampaign(await chooseWinner(db, { ...choice, now: clock.now() })))
    },
  )

  app.post(
    '/campaigns/:id/test',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'testCampaign',
        summary: 'Send a test email of a campaign',
        description:
          'Sends the campaign in its current state to up to five addresses, with `[Test] ` before the subject, in the language of each contact or in the one you name. Variables are filled with the data of the contact who has the address, or with sample data. Creates no contacts and does not count in the statistics.',
        params: idParams<'campaign'>(),
        body: CampaignTest,
        response: answers({ 200: CampaignTested }, [404]),
      },
    },
    async ({ projectId, params, body, late }) => {
      const { email, emails, variant, language } = body
      const addresses = emails ?? [email].filter((one) => typeof one === 'string')
      const ref = { projectId, campaignId: params.id }
      const choice = { variant: variant ?? 'A', language: language ?? undefined } as const
      return success({ emails: await sendTest(late, { ...ref, addresses, ...choice }) })
    },
  )
}
